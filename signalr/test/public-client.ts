import {
  HttpTransportType,
  type HubConnection,
  HubConnectionBuilder,
  type IHttpConnectionOptions,
  LogLevel,
} from '@microsoft/signalr';

interface Wishes extends IHttpConnectionOptions {
  /** Delays of the automatic reconnect; none: it stays disconnected. */
  readonly reconnectMs?: number[];
}

/** The public client, not yet started. Its WebSocket transport is the only one it may use. */
export function publicClient(url: string, { reconnectMs, ...options }: Wishes = {}): HubConnection {
  const builder = new HubConnectionBuilder()
    .withUrl(url, { transport: HttpTransportType.WebSockets, ...options })
    .configureLogging(LogLevel.None);
  return (reconnectMs === undefined ? builder : builder.withAutomaticReconnect(reconnectMs)).build();
}

/** Resolves with the error, or undefined, that the client closes with. */
export function closing(client: HubConnection): Promise<Error | undefined> {
  return new Promise((resolve) => client.onclose(resolve));
}
