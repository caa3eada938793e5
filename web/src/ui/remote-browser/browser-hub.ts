import { HttpTransportType, type HubConnection, HubConnectionBuilder, LogLevel } from '@microsoft/signalr';
import {
  BROWSER_HUB_TIMEOUT_MS,
  type BrowserCall,
  type BrowserEvent,
  type BrowserMethod,
  type BrowserTold,
  browserEvents,
  browserHubPath,
} from '@tealight/contract';
import { session } from '../../session.ts';

/** After a lost line, in milliseconds; then it stays lost (requirement HUB-1). */
export const RECONNECT_MS = [0, 2000, 10_000, 30_000];

/** One thing that the server has told. */
export type Heard = { [E in BrowserEvent]: { event: E; told: BrowserTold<E> } }[BrowserEvent];

export type Ears = {
  heard(heard: Heard): void;
  /** The line is lost and tried again; it is back, as a new one; it is closed for good. */
  line(how: 'lost' | 'back' | 'closed'): void;
};

/** The line to the remote browser. */
export type BrowserHub = {
  /** Rejects when the call does. */
  invoke<M extends BrowserMethod>(method: M, ...call: BrowserCall<M>): Promise<unknown>;
  close(): Promise<void>;
};

/** Connects with the wearer's access token. Rejects when there is no connection. */
export async function openBrowserHub(ears: Ears): Promise<BrowserHub> {
  const hub = new HubConnectionBuilder()
    .withUrl(browserHubPath, {
      accessTokenFactory: () => session.token() ?? '',
      transport: HttpTransportType.WebSockets,
    })
    .withAutomaticReconnect(RECONNECT_MS)
    .configureLogging(LogLevel.None)
    .build();
  hub.serverTimeoutInMilliseconds = BROWSER_HUB_TIMEOUT_MS;
  listen(hub, ears);
  await hub.start();
  return {
    invoke: (method, ...call) => hub.invoke(method, ...call),
    close: () => hub.stop(),
  };
}

function listen(hub: HubConnection, { heard, line }: Ears): void {
  for (const event of Object.keys(browserEvents) as BrowserEvent[]) {
    hub.on(event, (...args: unknown[]) => {
      const read = browserEvents[event].safeParse(args);
      if (read.success) heard({ event, told: read.data } as Heard);
    });
  }
  hub.onreconnecting(() => line('lost'));
  hub.onreconnected(() => line('back'));
  hub.onclose(() => line('closed'));
}
