import { ProtocolError } from './errors.ts';
import { readRecord } from './frames.ts';

/** [HubProtocol: JSON Encoding] the number in a record's `type`. Ack and Sequence (8, 9) belong to stateful reconnect. */
export const MESSAGE_TYPE = {
  invocation: 1,
  streamItem: 2,
  completion: 3,
  streamInvocation: 4,
  cancelInvocation: 5,
  ping: 6,
  close: 7,
} as const;

/** [HubProtocol: Invocation Message Encoding] a call of a hub method; without `id` nobody waits for an answer. */
export interface Call {
  readonly kind: 'invocation' | 'stream-invocation';
  readonly id: string | undefined;
  readonly target: string;
  readonly args: readonly unknown[];
  /** Whether the client means to send streams along with it. */
  readonly uploads: boolean;
}

/** [HubProtocol: Completion Message Encoding] the client's answer to a call of ours. */
export interface Completion {
  readonly kind: 'completion';
  readonly id: string;
  readonly result: unknown;
  readonly error: string | undefined;
}

/** Everything a client may say after the handshake. */
export type ClientMessage =
  | Call
  | Completion
  | { readonly kind: 'stream-item' | 'cancel'; readonly id: string }
  | { readonly kind: 'ping' }
  | { readonly kind: 'close'; readonly error: string | undefined }
  | { readonly kind: 'unknown'; readonly type: number };

type Fields = Readonly<Record<string, unknown>>;

/**
 * One record as a message. Unknown fields, `headers` among them, are disregarded, unknown types reported as unknown.
 * Throws `ProtocolError` naming the field that is missing or of the wrong kind.
 */
export function readMessage(record: string): ClientMessage {
  const fields = readRecord(record);
  const { type } = fields;
  if (typeof type !== 'number') throw new ProtocolError(`The record's 'type' must be a number.`);
  switch (type) {
    case MESSAGE_TYPE.invocation:
      return callOf(fields, 'invocation', fields.invocationId === undefined ? undefined : idOf(fields));
    case MESSAGE_TYPE.streamInvocation:
      return callOf(fields, 'stream-invocation', idOf(fields));
    case MESSAGE_TYPE.streamItem:
      if (fields.item === undefined) throw wrong('item', 'present');
      return { kind: 'stream-item', id: idOf(fields) };
    case MESSAGE_TYPE.completion:
      return completionOf(fields);
    case MESSAGE_TYPE.cancelInvocation:
      return { kind: 'cancel', id: idOf(fields) };
    case MESSAGE_TYPE.ping:
      return { kind: 'ping' };
    case MESSAGE_TYPE.close:
      return { kind: 'close', error: errorOf(fields) };
    default:
      return { kind: 'unknown', type };
  }
}

function callOf(fields: Fields, kind: Call['kind'], id: string | undefined): Call {
  const { target, arguments: args, streamIds = [] } = fields;
  if (typeof target !== 'string' || target === '') throw wrong('target', 'a non-empty string');
  if (!Array.isArray(args)) throw wrong('arguments', 'an array');
  if (!Array.isArray(streamIds) || streamIds.some((one) => typeof one !== 'string')) {
    throw wrong('streamIds', 'an array of strings');
  }
  return { kind, id, target, args, uploads: streamIds.length > 0 };
}

function completionOf(fields: Fields): Completion {
  const error = errorOf(fields);
  // [HubProtocol: Errors] a completion that carries both is a protocol error.
  if (error !== undefined && fields.result !== undefined) {
    throw new ProtocolError(`A completion carries 'result' or 'error', never both.`);
  }
  return { kind: 'completion', id: idOf(fields), result: fields.result, error };
}

function idOf({ invocationId }: Fields): string {
  if (typeof invocationId !== 'string' || invocationId === '')
    throw wrong('invocationId', 'a non-empty string');
  return invocationId;
}

function errorOf({ error }: Fields): string | undefined {
  // Some clients write an absent error as null.
  if (error === undefined || error === null) return undefined;
  if (typeof error !== 'string') throw wrong('error', 'a string');
  return error;
}

function wrong(field: string, must: string): ProtocolError {
  return new ProtocolError(`The record's '${field}' must be ${must}.`);
}
