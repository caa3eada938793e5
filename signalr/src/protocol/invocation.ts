import type { Connection } from '../connection/connection.ts';
import type { HubMethod } from '../connection/methods.ts';
import { HubError } from './errors.ts';
import { toRecord } from './frames.ts';
import type { Call } from './messages.ts';
import { MESSAGE_TYPE } from './messages.ts';

/** A call's answer, ready to send; null for a call that wants none. `failure` is what went wrong unexpectedly. */
export interface Answer {
  readonly record: string | null;
  readonly failure?: unknown;
}

/**
 * Runs a method for a call. Never rejects.
 * [HubProtocol: Completion and results] one completion, with the result, with an error, or with neither when there is no result.
 * [HubProtocol: Non-Blocking Invocations] a call without an id must never be answered.
 */
export async function answerTo(call: Call, method: HubMethod, caller: Connection): Promise<Answer> {
  try {
    const result = await method(caller, ...call.args);
    return { record: call.id === undefined ? null : completion(call.id, { result }) };
  } catch (error) {
    const received = error instanceof HubError;
    // The wording of the reference server, which existing clients know.
    const text = `An unexpected error occurred invoking '${call.target}' on the server.`;
    const record = errorAnswer(call, received ? `${text} HubException: ${error.message}` : text);
    return received ? { record } : { record, failure: error };
  }
}

/** The answer to a call that is not run; null when it wants none. */
export function errorAnswer({ id }: Call, error: string): string | null {
  return id === undefined ? null : completion(id, { error });
}

/** Why a call cannot be run at all; undefined when it can. */
export function rejectionOf(
  { kind, target, uploads }: Call,
  method: HubMethod | undefined,
): string | undefined {
  if (method === undefined) return `Unknown hub method '${target}'`;
  // [HubProtocol: Completion and results] a stream call of a method with a single result must end in an error.
  if (kind === 'stream-invocation')
    return `The hub method '${target}' does not stream. Call it with 'invoke' or 'send'.`;
  // [HubProtocol: Upload streaming]
  if (uploads) return `The hub method '${target}' does not take streams.`;
  return undefined;
}

function completion(invocationId: string, outcome: { result: unknown } | { error: string }): string {
  return toRecord({ type: MESSAGE_TYPE.completion, invocationId, ...outcome });
}
