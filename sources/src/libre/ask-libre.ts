import * as z from 'zod';
import { type Answer, ask, isPage, retryAfterMs } from '../ask.ts';
import type { World } from '../source.ts';
import { SourceError, type Trouble } from '../trouble.ts';

/** The app version told to the vendor, who raises the minimum now and then and says so. */
export const APP_VERSION = '4.17.0';

const MINUTE_MS = 60_000;
/** After a block page the vendor's guard wants quiet; each call in between prolongs it. */
const BLOCKED_MS = 15 * MINUTE_MS;
/** When the vendor limits calls without saying for how long. */
const LIMITED_MS = 5 * MINUTE_MS;

/** Who asks: a version, and after signing in the token with the account it belongs to. */
export type Caller = { version: string; token?: string; accountId?: string };
export type Request = { url: string; body?: Record<string, string>; caller: Caller };

const Body = z.object({ status: z.number(), data: z.unknown().optional(), ticket: z.unknown().optional() });
export type LibreBody = z.infer<typeof Body>;

/**
 * Asks once and gives back the vendor's own body, whose `status` tells more than HTTP does.
 * Throws `SourceError` for whatever no body explains.
 */
export async function askLibre({ url, body, caller }: Request, world: World): Promise<LibreBody> {
  const question = {
    url,
    headers: headersOf(caller),
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
  };
  const answer = await ask('libre', question, world);
  const told = Body.safeParse(answer.json);
  if (answer.status < 300 && told.success && !isPage(answer)) return told.data;
  // A version that is too old is told in the body of a refusal; the caller knows what to do.
  if (answer.status === 403 && told.data?.status === 920) return told.data;
  throw refused(answer, world.now());
}

function headersOf({ version, token, accountId }: Caller): Record<string, string> {
  return {
    product: 'llu.android',
    version,
    accept: 'application/json',
    'content-type': 'application/json',
    'cache-control': 'no-cache',
    // Without one the guard in front of the vendor turns callers away.
    'user-agent': 'Mozilla/5.0 (Linux; Android 15) Tealight',
    ...(token && { authorization: `Bearer ${token}` }),
    ...(accountId && { 'account-id': accountId }),
  };
}

function refused(answer: Answer, now: number): SourceError {
  const trouble = troubleOf(answer);
  const asked = retryAfterMs(answer, now);
  const least = answer.status === 429 && !isPage(answer) ? LIMITED_MS : BLOCKED_MS;
  return new SourceError('libre', trouble, {
    cause: `status ${answer.status}`,
    ...(trouble === 'too-many-calls' && { retryAfterMs: asked ?? least }),
  });
}

/** 430 and 476 are answers of the guard in front of the vendor, like its pages with 403 and 429. */
function troubleOf(answer: Answer): Trouble {
  const { status } = answer;
  if ([429, 430, 476].includes(status) || (status === 403 && isPage(answer))) return 'too-many-calls';
  if (status === 401 || (status === 400 && /jwt|ProductMismatch/i.test(answer.text))) return 'session-over';
  if (status >= 500 || status === 408) return 'unreachable';
  return 'unreadable';
}
