import { HttpTransportType, type HubConnection, HubConnectionBuilder, LogLevel } from '@microsoft/signalr';
import {
  BROWSER_HUB_TIMEOUT_MS,
  type BrowserCall,
  type BrowserEvent,
  type BrowserEventArguments,
  type BrowserMethod,
  browserEvents,
  browserHubPath,
} from '@tealight/contract';
import { session } from '../../data/session.ts';
import { shownWearer } from '../../data/wearer/shown-wearer.ts';

/** Delays before each attempt to reconnect, in milliseconds; after the last one the connection is closed (HUB-1). */
export const RECONNECT_MS = [0, 2000, 10_000, 30_000];

/** An event of the hub with its arguments. */
export type BrowserHubEvent = {
  [E in BrowserEvent]: { event: E; args: BrowserEventArguments<E> };
}[BrowserEvent];

export type Listeners = {
  onEvent(event: BrowserHubEvent): void;
  /** `lost`: reconnecting; `back`: reconnected with a new connection id; `closed`: no further attempt. */
  onStateChange(how: 'lost' | 'back' | 'closed'): void;
};

/** The connection to the remote browser. */
export type BrowserHub = {
  /** Rejects when the call does. */
  invoke<M extends BrowserMethod>(method: M, ...call: BrowserCall<M>): Promise<unknown>;
  close(): Promise<void>;
};

/** Connects with the wearer's access token. Rejects when there is no connection. */
export async function openBrowserHub(listeners: Listeners): Promise<BrowserHub> {
  const hub = new HubConnectionBuilder()
    .withUrl(browserHubPath, {
      accessTokenFactory: hubToken,
      transport: HttpTransportType.WebSockets,
    })
    .withAutomaticReconnect(RECONNECT_MS)
    .configureLogging(LogLevel.None)
    .build();
  hub.serverTimeoutInMilliseconds = BROWSER_HUB_TIMEOUT_MS;
  addListeners(hub, listeners);
  await hub.start();
  return {
    invoke: (method, ...call) => hub.invoke(method, ...call),
    close: () => hub.stop(),
  };
}

/** The access token, with the wearer whom the page shows: a WebSocket can send no header. */
function hubToken(): string {
  const { id } = shownWearer();
  return [session.token() ?? '', ...(id === null ? [] : [id])].join('.');
}

function addListeners(hub: HubConnection, { onEvent, onStateChange }: Listeners): void {
  for (const event of Object.keys(browserEvents) as BrowserEvent[]) {
    hub.on(event, (...args: unknown[]) => {
      const parsed = browserEvents[event].safeParse(args);
      if (parsed.success) onEvent({ event, args: parsed.data } as BrowserHubEvent);
    });
  }
  hub.onreconnecting(() => onStateChange('lost'));
  hub.onreconnected(() => onStateChange('back'));
  hub.onclose(() => onStateChange('closed'));
}
