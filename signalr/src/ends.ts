import { CLOSE_CODE, type CloseCode } from './close-code.ts';
import { CLOSED_WITH_ERROR, closeRecord, type Ending } from './closing.ts';
import { ProtocolError } from './errors.ts';
import { handshakeRefused } from './handshake.ts';

/** One way for a connection to end: the last record, if any, then the socket's close code. */
export interface End {
  readonly record?: string;
  readonly code: CloseCode;
  /** The socket's own reason, where no record says it; at most 123 bytes. */
  readonly said?: string;
  /** Why, for `onDisconnected` and the log; undefined when nothing went wrong. */
  readonly reason: string | undefined;
}

export type Phase = 'handshake' | 'open' | 'ended';

/** RFC 6455, section 7.4.1: a close without a code, which is how the JavaScript client says goodbye. */
const NO_CODE = 1005;
const CLEAN_CODES: readonly number[] = [CLOSE_CODE.normal, CLOSE_CODE.goingAway, NO_CODE];

/** Nobody has asked for anything, so no record answers. */
export const WITHOUT_HANDSHAKE: End = {
  code: CLOSE_CODE.protocolError,
  said: 'No handshake in time.',
  reason: 'No handshake in time.',
};

/** Our own side ends it. Before the handshake's answer a record of any other kind would be a fault in the client's eyes. */
export function wanted(ending: Ending, phase: Phase): End {
  const reason = ending.error;
  if (phase === 'handshake') return { code: CLOSE_CODE.goingAway, said: 'The server is closing.', reason };
  return { record: closeRecord(ending), code: CLOSE_CODE.normal, reason };
}

/** [HubProtocol: Close Message Encoding] the client ends it by a record. Its own text stays out of our logs. */
export function left(error: string | undefined): End {
  return {
    code: CLOSE_CODE.normal,
    reason: error === undefined ? undefined : 'The client closed with an error.',
  };
}

/** The socket is gone already. */
export function socketClosed(code: number): End {
  const reason = CLEAN_CODES.includes(code) ? undefined : `The socket closed with code ${code}.`;
  return { code: CLOSE_CODE.normal, reason };
}

/** The client may only have been asleep; when it wakes, it may come back. */
export function silent(forMs: number): End {
  const error = `The client sent nothing for ${forMs} ms.`;
  return { record: closeRecord({ error, allowReconnect: true }), code: CLOSE_CODE.normal, reason: error };
}

/** The client leaves too much untaken; on a better day it may come back. */
export function tooSlow(): End {
  const error = 'The client takes messages too slowly.';
  return { record: closeRecord({ error, allowReconnect: true }), code: CLOSE_CODE.policy, reason: error };
}

/**
 * An error while reading what the client sent; only a `ProtocolError` is told in full.
 * [HubProtocol: Errors] after a protocol error the connection may be ended at once.
 */
export function fault(error: unknown, phase: Phase): End {
  const known = error instanceof ProtocolError;
  const code = known ? error.closeCode : CLOSE_CODE.unexpected;
  const reason = known ? error.message : CLOSED_WITH_ERROR;
  if (phase === 'handshake') return { record: handshakeRefused(reason), code, reason };
  return { record: closeRecord({ error: known ? `${CLOSED_WITH_ERROR} ${reason}` : reason }), code, reason };
}
