export { CallFailed } from './call-failed.ts';

import type { BodyOf, Call, QueryOf, ReplyOf } from '@tealight/contract';
import { CallFailed, networkError, refusalOf } from './call-failed.ts';
import { complain } from './notices.ts';
import { session } from './session.ts';

/** How long an answer may take unless the caller says otherwise (requirement API-5). */
export const TIMEOUT_MS = 6_000_000;

/** What a call sends, and how long it may take. */
export type Asked<C extends Call> = {
  files?: Readonly<Record<string, Blob>>;
  timeoutMs?: number;
  signal?: AbortSignal;
} & (undefined extends BodyOf<C> ? { body?: BodyOf<C> } : { body: BodyOf<C> }) &
  (undefined extends QueryOf<C> ? { query?: QueryOf<C> } : { query: QueryOf<C> });

/** What comes back: the checked reply, or the file where the call answers with one. */
export type Answer<C extends Call> = C extends { file: string } ? Blob : ReplyOf<C>;

type Given<C extends Call> = Record<never, never> extends Asked<C> ? [asked?: Asked<C>] : [asked: Asked<C>];
type Loose = { body?: unknown; query?: unknown } & Omit<Asked<Call>, 'body' | 'query'>;

/**
 * Makes one call of the contract, with the wearer's access token.
 *
 * Throws  `CallFailed` for a refusal and for no answer; the abort of the caller's own signal as it is.
 *         A 401 on any call but sign-out ends the session (requirement API-3).
 */
export async function call<const C extends Call>(contractCall: C, ...given: Given<C>): Promise<Answer<C>> {
  const asked: Loose = given[0] ?? {};
  const token = session.token();
  const response = await answerOf(contractCall, asked, token);
  if (response.ok) return (await replyOf(contractCall, response)) as Answer<C>;
  const refused = refusalOf(response.status, await response.json().catch(() => null));
  if (response.status === 401 && !isSignOut(contractCall)) endSession(token, refused);
  throw refused;
}

/** The server no longer knows the token; a newer session than the one that asked stays. */
function endSession(token: string | null, refused: CallFailed): void {
  if (token === null || session.token() !== token) return;
  session.end();
  complain(refused);
}

const isSignOut = ({ path }: Call) => path.endsWith('/sign-out');

async function answerOf(contractCall: Call, asked: Loose, token: string | null): Promise<Response> {
  const { timeoutMs = TIMEOUT_MS, signal } = asked;
  const limit = AbortSignal.timeout(timeoutMs);
  const { body, type } = sent(contractCall, asked);
  try {
    return await fetch(addressOf(contractCall, asked.query), {
      method: contractCall.method,
      headers: {
        accept: 'application/json',
        ...(type && { 'content-type': type }),
        ...(token && { authorization: `Bearer ${token}` }),
      },
      ...(body !== null && { body }),
      signal: signal ? AbortSignal.any([signal, limit]) : limit,
    });
  } catch (cause) {
    if (signal?.aborted) throw cause;
    throw new CallFailed({ messages: [networkError], status: null, problem: null, cause });
  }
}

function addressOf({ path }: Call, query: unknown): string {
  if (query === undefined) return path;
  return `${path}?${new URLSearchParams(query as Record<string, string>)}`;
}

function sent(contractCall: Call, { body, files }: Loose): { body: BodyInit | null; type: string | null } {
  if (contractCall.method === 'GET') return { body: null, type: null };
  if (contractCall.files === undefined) {
    return { body: JSON.stringify(body ?? {}), type: 'application/json' };
  }
  const form = new FormData();
  for (const [name, value] of Object.entries((body ?? {}) as Record<string, string>)) form.set(name, value);
  for (const [name, file] of Object.entries(files ?? {})) form.set(name, file);
  return { body: form, type: null };
}

async function replyOf(contractCall: Call, response: Response): Promise<unknown> {
  if (contractCall.file !== undefined) return response.blob();
  const read = contractCall.reply.safeParse(await response.json().catch(() => null));
  if (read.success) return read.data;
  throw new CallFailed({
    messages: [strangeReply],
    status: response.status,
    problem: null,
    cause: read.error,
  });
}

const strangeReply = 'The answer could not be understood. Reload the page and try again';
