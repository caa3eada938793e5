import type { Call, ReplyOf } from '@tealight/contract';
import { commonText } from '../text/common.ts';
import { type CallOptions, call } from './call.ts';
import { CallFailed } from './call-failed.ts';

/** A call whose reply only says whether it worked. */
type DoneCall = Call & { readonly reply: { readonly _zod: { readonly output: { isSuccess: boolean } } } };

/**
 * Makes a call that replies `isSuccess`. Throws `CallFailed` with `message` when that is false, and what `call` throws.
 */
export async function callDone<const C extends DoneCall>(
  contractCall: C,
  options: CallOptions<C>,
  message = commonText.calls.notDone,
): Promise<void> {
  const { isSuccess } = (await call(contractCall, options)) as ReplyOf<C> & { isSuccess: boolean };
  if (!isSuccess) throw new CallFailed({ messages: [message], status: null, problem: null });
}

/** The same for a call that ends something: whether it ended now; false: it is gone already, which is what was wanted. */
export async function callEnd<const C extends DoneCall>(
  contractCall: C,
  options: CallOptions<C>,
): Promise<boolean> {
  const isGone = (error: unknown) =>
    error instanceof CallFailed &&
    error.status === 404 &&
    contractCall.problems.some((code) => code === error.code);
  try {
    await callDone(contractCall, options);
    return true;
  } catch (error) {
    if (isGone(error)) return false;
    throw error;
  }
}
