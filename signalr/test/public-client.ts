import {
  HttpTransportType,
  type HubConnection,
  HubConnectionBuilder,
  type IHttpConnectionOptions,
  LogLevel,
} from '@microsoft/signalr';

interface Options extends IHttpConnectionOptions {
  /** Delays of the automatic reconnect; none: it stays disconnected. */
  readonly reconnectMs?: number[];
  readonly statefulReconnect?: boolean;
}

/** The public client, not yet started. WebSockets are the only transport it tries, unless another is given. */
export function publicClient(url: string, closedByServer: Options = {}): HubConnection {
  const { reconnectMs, statefulReconnect, ...options } = closedByServer;
  const builder = new HubConnectionBuilder()
    .withUrl(url, { transport: HttpTransportType.WebSockets, ...options })
    .configureLogging(LogLevel.None);
  if (reconnectMs !== undefined) builder.withAutomaticReconnect(reconnectMs);
  if (statefulReconnect === true) builder.withStatefulReconnect();
  return builder.build();
}

/** Resolves with the error, or undefined, that the client closes with. */
export function closing(client: HubConnection): Promise<Error | undefined> {
  return new Promise((resolve) => client.onclose(resolve));
}
