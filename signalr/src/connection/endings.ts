import { CLOSE_CODE, type CloseCode, ProtocolError } from '../protocol/errors.ts';
import { toRecord } from '../protocol/frames.ts';
import { handshakeRefused } from '../protocol/handshake.ts';
import { MESSAGE_TYPE } from '../protocol/messages.ts';

/** What a client is sent when its connection is closed. */
export interface Ending {
  /** Shown to the client; leave it out for an end without fault. */
  readonly error?: string;
  /** True: a client with automatic reconnect tries again. Otherwise it stays away, even with reconnect switched on. */
  readonly allowReconnect?: boolean;
}

/** The error text for clients when the details must not be shown. */
export const CLOSED_WITH_ERROR = 'Connection closed with an error.';

/** [HubProtocol: Close Message Encoding] the last record a client gets. */
function closeRecord({ error, allowReconnect }: Ending): string {
  return toRecord({
    type: MESSAGE_TYPE.close,
    ...(error === undefined ? {} : { error }),
    ...(allowReconnect === true ? { allowReconnect } : {}),
  });
}

/** One way for a connection to end: the last record, if any, then the socket's close code. */
export interface ConnectionEnd {
  readonly record?: string;
  readonly code: CloseCode;
  /** The socket's own reason, where no record says it; at most 123 bytes. */
  readonly closeReason?: string;
  /** Why, for `onDisconnected` and the log; undefined when nothing went wrong. */
  readonly reason: string | undefined;
}

export type Phase = 'handshake' | 'open' | 'ended';

/** RFC 6455, section 7.4.1: a close without a code, which is how the JavaScript client says goodbye. */
const NO_CODE = 1005;
const CLEAN_CODES: readonly number[] = [CLOSE_CODE.normal, CLOSE_CODE.goingAway, NO_CODE];

/** There was no request, so no record answers. */
export const WITHOUT_HANDSHAKE: ConnectionEnd = {
  code: CLOSE_CODE.protocolError,
  closeReason: 'No handshake in time.',
  reason: 'No handshake in time.',
};

/** Our own side ends it. Before the handshake's answer a record of any other kind would be a fault in the client's eyes. */
export function closedByServer(ending: Ending, phase: Phase): ConnectionEnd {
  const reason = ending.error;
  if (phase === 'handshake')
    return { code: CLOSE_CODE.goingAway, closeReason: 'The server is closing.', reason };
  return { record: closeRecord(ending), code: CLOSE_CODE.normal, reason };
}

/** [HubProtocol: Close Message Encoding] the client ends it by a record. Its own text stays out of our logs. */
export function closedByClient(error: string | undefined): ConnectionEnd {
  return {
    code: CLOSE_CODE.normal,
    reason: error === undefined ? undefined : 'The client closed with an error.',
  };
}

/** The socket is gone already. */
export function socketClosed(code: number): ConnectionEnd {
  const reason = CLEAN_CODES.includes(code) ? undefined : `The socket closed with code ${code}.`;
  return { code: CLOSE_CODE.normal, reason };
}

/** The client may only have been asleep, so it may reconnect. */
export function clientTimedOut(forMs: number): ConnectionEnd {
  const error = `The client sent nothing for ${forMs} ms.`;
  return { record: closeRecord({ error, allowReconnect: true }), code: CLOSE_CODE.normal, reason: error };
}

/** The client reads too slowly; it may reconnect. */
export function tooSlow(): ConnectionEnd {
  const error = 'The client takes messages too slowly.';
  return { record: closeRecord({ error, allowReconnect: true }), code: CLOSE_CODE.policy, reason: error };
}

/**
 * An error while reading what the client sent; only a `ProtocolError` is sent in full.
 * [HubProtocol: Errors] after a protocol error the connection may be ended at once.
 */
export function protocolFault(error: unknown, phase: Phase): ConnectionEnd {
  const known = error instanceof ProtocolError;
  const code = known ? error.closeCode : CLOSE_CODE.unexpected;
  const reason = known ? error.message : CLOSED_WITH_ERROR;
  if (phase === 'handshake') return { record: handshakeRefused(reason), code, reason };
  return { record: closeRecord({ error: known ? `${CLOSED_WITH_ERROR} ${reason}` : reason }), code, reason };
}
