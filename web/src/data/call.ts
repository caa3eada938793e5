export { CallFailed } from './call-failed.ts';

import {
  type BodyOf,
  type Call,
  problemOf,
  problems,
  type QueryOf,
  type ReplyOf,
  shareScheme,
  wearerHeader,
} from '@tealight/contract';
import { commonText } from '../text/common.ts';
import { CallFailed, failureOf } from './call-failed.ts';
import { takeEarlyResponse } from './early-calls.ts';
import { notifyError } from './notices.ts';
import { noteServerTime } from './server-clock.ts';
import { session } from './session.ts';
import { loseWearer, shownWearer } from './wearer/shown-wearer.ts';

/** The default timeout of a call in milliseconds (API-5). */
export const TIMEOUT_MS = 6_000_000;
/**
 * The timeout of what a page asks again and again: a server or network that is silent without ending the connection
 * must show at the second poll. Own choice.
 */
export const POLL_TIMEOUT_MS = 10_000;

/** Body, query, files, wearer, timeout and abort signal of a call. */
export type CallOptions<C extends Call> = {
  files?: Readonly<Record<string, Blob>>;
  timeoutMs?: number;
  signal?: AbortSignal;
  /** The wearer whom the call is about, null for the session's selected one; by default the one whom the page shows. */
  wearer?: string | null;
  /** The secret of a share link, sent in place of the access token. */
  shareSecret?: string;
} & (undefined extends BodyOf<C> ? { body?: BodyOf<C> } : { body: BodyOf<C> }) &
  (undefined extends QueryOf<C> ? { query?: QueryOf<C> } : { query: QueryOf<C> });

/** The validated reply, or the file if the call returns one. */
export type CallResult<C extends Call> = C extends { file: string } ? Blob : ReplyOf<C>;

type OptionsArgument<C extends Call> =
  Record<never, never> extends CallOptions<C> ? [options?: CallOptions<C>] : [options: CallOptions<C>];
type AnyCallOptions = { body?: unknown; query?: unknown } & Omit<CallOptions<Call>, 'body' | 'query'>;

/**
 * Makes one call of the contract, with the wearer's access token.
 *
 * Throws  `CallFailed` for an error response and for no response; the reason of the caller's signal when aborted.
 *         A 401 on any call but sign-out ends the session (requirement API-3). `no-such-wearer` for the wearer whom the
 *         page shows removes all that it shows of them (PPL-18); from then on a call about them is not made.
 */
export async function call<const C extends Call>(
  contractCall: C,
  ...rest: OptionsArgument<C>
): Promise<CallResult<C>> {
  const options: AnyCallOptions = rest[0] ?? {};
  const token = options.shareSecret === undefined ? session.token() : null;
  const wearer = wearerOf(contractCall, options);
  const { signal, inTime } = timeLimitOf(options);
  const response = await inTime(send(contractCall, { ...options, signal }, token, wearer));
  noteServerTime(response);
  if (response.ok) return (await inTime(parseReply(contractCall, response))) as CallResult<C>;
  const failure = failureOf(response.status, await inTime(jsonOf(response)));
  if (response.status === 401 && !isSignOut(contractCall)) endSession(token, failure);
  if (failure.code === 'no-such-wearer' && wearer !== undefined) loseWearer(wearer);
  throw failure;
}

/** The wearer whom a call is about; null until it is known who is selected, undefined for one about the account. */
function wearerOf({ access }: Call, { wearer }: AnyCallOptions): string | null | undefined {
  if (wearer !== undefined) return wearer;
  return typeof access === 'string' || !('right' in access) ? undefined : wearerOfPage().wearer;
}

/**
 * The wearer whom the page shows now, for calls that belong together: each is about them, whomever the page shows when
 * the one before is answered.
 *
 * Throws  `CallFailed` if that wearer may no longer be seen.
 */
export function wearerOfPage(): { wearer: string | null } {
  const { id, isLost } = shownWearer();
  // Without the header it would be answered for somebody else.
  if (isLost) throw failureOf(problems['no-such-wearer'].status, problemOf('no-such-wearer'));
  return { wearer: id };
}

/** Ends the session of a rejected token, unless a newer session has begun. */
function endSession(token: string | null, failure: CallFailed): void {
  if (token === null || session.token() !== token) return;
  session.end();
  notifyError(failure);
}

/** The time limit of a call, and what has come of a part of it in time. */
function timeLimitOf({ timeoutMs = TIMEOUT_MS, signal: ofCaller }: AnyCallOptions) {
  const limit = AbortSignal.timeout(timeoutMs);
  const signal = ofCaller ? AbortSignal.any([ofCaller, limit]) : limit;
  const inTime = async <T>(part: Promise<T>): Promise<T> => {
    let end = () => {};
    const isOver = new Promise<never>((_, reject) => {
      end = () => reject(signal.reason);
    });
    signal.addEventListener('abort', end);
    if (signal.aborted) end();
    try {
      return await Promise.race([part, isOver]);
    } catch (cause) {
      if (ofCaller?.aborted || cause instanceof CallFailed) throw cause;
      throw new CallFailed({ messages: [commonText.calls.network], status: null, problem: null, cause });
    } finally {
      // The limit lasts longer than most calls, and would keep their answers.
      signal.removeEventListener('abort', end);
    }
  };
  return { signal, inTime };
}

/** What a response says; null for what is no JSON. Rejects when the network was lost on the way. */
async function jsonOf(response: Response): Promise<unknown> {
  try {
    return await response.json();
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

const isSignOut = ({ path }: Call) => path.endsWith('/sign-out');

async function send(
  contractCall: Call,
  options: AnyCallOptions,
  token: string | null,
  wearer: string | null | undefined,
): Promise<Response> {
  const { signal, shareSecret } = options;
  const authorization =
    shareSecret === undefined ? token && `Bearer ${token}` : `${shareScheme} ${shareSecret}`;
  const url = urlOf(contractCall, options.query);
  const { body, type } = encodeBody(contractCall, options);
  const early = contractCall.method === 'GET' ? takeEarlyResponse(url, { token, wearer }) : null;
  if (early !== null) return early;
  return fetch(url, {
    method: contractCall.method,
    headers: {
      accept: 'application/json',
      ...(type && { 'content-type': type }),
      ...(authorization && { authorization }),
      ...(wearer && { [wearerHeader]: wearer }),
    },
    ...(body !== null && { body }),
    ...(signal && { signal }),
  });
}

function urlOf({ path }: Call, query: unknown): string {
  if (query === undefined) return path;
  return `${path}?${new URLSearchParams(query as Record<string, string>)}`;
}

function encodeBody(
  contractCall: Call,
  { body, files }: AnyCallOptions,
): { body: BodyInit | null; type: string | null } {
  if (contractCall.method === 'GET') return { body: null, type: null };
  if (contractCall.files === undefined) {
    return { body: JSON.stringify(body ?? {}), type: 'application/json' };
  }
  const form = new FormData();
  for (const [name, value] of Object.entries((body ?? {}) as Record<string, string>)) form.set(name, value);
  for (const [name, file] of Object.entries(files ?? {})) form.set(name, file);
  return { body: form, type: null };
}

async function parseReply(contractCall: Call, response: Response): Promise<unknown> {
  if (contractCall.file !== undefined) return response.blob();
  const parsed = contractCall.reply.safeParse(await jsonOf(response));
  if (parsed.success) return parsed.data;
  throw new CallFailed({
    messages: [commonText.calls.unreadable],
    status: response.status,
    problem: null,
    cause: parsed.error,
  });
}
