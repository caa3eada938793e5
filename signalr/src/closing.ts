import { toRecord } from './frames.ts';
import { MESSAGE_TYPE } from './message-type.ts';

/** How a connection is told that it ends. */
export interface Ending {
  /** Shown to the client; leave it out for an end without fault. */
  readonly error?: string;
  /** True: a client with automatic reconnect tries again. Otherwise it stays away, even with reconnect switched on. */
  readonly allowReconnect?: boolean;
}

/** What every client reads when the fault is not for its eyes. */
export const CLOSED_WITH_ERROR = 'Connection closed with an error.';

/** [HubProtocol: Close Message Encoding] the last record a client gets. */
export function closeRecord({ error, allowReconnect }: Ending): string {
  return toRecord({
    type: MESSAGE_TYPE.close,
    ...(error === undefined ? {} : { error }),
    ...(allowReconnect === true ? { allowReconnect } : {}),
  });
}
