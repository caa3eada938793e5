import { createHash } from 'node:crypto';
import * as z from 'zod';
import { MAX_TOKEN_LENGTH } from '../shared/length-limits.ts';
import type { SourceContext } from '../source.ts';
import { SourceError } from '../source-error.ts';
import { callLibre, hostOf, type LibreBody, Region } from './call-libre.ts';

const MAX_REDIRECTS = 2;
const LOCKOUT_S = 300;

export type Credentials = { username: string; password: string };
/**
 * A signed-in account: its region, its token until `expiresAt` (epoch ms), the hash of its id, and the app version that
 * the vendor accepts.
 */
export type SignedIn = {
  region: string | null;
  token: string;
  expiresAt: number;
  accountId: string;
  version: string;
};

export const Ticket = z.object({ token: z.string().min(1).max(MAX_TOKEN_LENGTH), expires: z.number() });
const SignInResponse = z.object({ user: z.object({ id: z.string().min(1) }), authTicket: Ticket });
const Redirect = z.object({ redirect: z.literal(true), region: z.string().regex(Region) });
const Locked = z.object({ data: z.object({ lockout: z.number() }) });

/**
 * Signs in at the global host, which redirects to the account's region. Each is called once, and again only where it
 * requires a newer version. Throws `SourceError`.
 */
export async function signIn(
  { username, password }: Credentials,
  { base, version }: { base: string; version: string },
  context: SourceContext,
): Promise<SignedIn> {
  let region: string | null = null;
  let caller = { version };
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects += 1) {
    const url = `${hostOf(base, region)}/llu/auth/login`;
    const answer = await callLibre({ url, body: { email: username, password }, caller }, context);
    const { response } = answer;
    caller = { version: answer.version };
    if (response.status !== 0) throw signInError(response);
    const redirect = Redirect.safeParse(response.data);
    if (!redirect.success) return { ...signedInFrom(response), region, ...caller };
    region = redirect.data.region;
  }
  throw new SourceError('libre', 'unreadable', { cause: 'redirected from region to region' });
}

/** The id that the vendor expects with the token: the SHA-256 of the signed-in user's id, lower-case hex. */
const accountIdOf = (userId: string): string => createHash('sha256').update(userId).digest('hex');

function signedInFrom({ data }: LibreBody): Pick<SignedIn, 'token' | 'expiresAt' | 'accountId'> {
  const parsed = SignInResponse.safeParse(data);
  if (!parsed.success) throw new SourceError('libre', 'unreadable', { cause: 'no ticket' });
  const { user, authTicket } = parsed.data;
  return {
    token: authTicket.token,
    expiresAt: authTicket.expires * 1000,
    accountId: accountIdOf(user.id),
  };
}

/** The status in the body: 2 is a wrong login, 4 something to do in the app first, 429 a locked account. */
function signInError({ status, data }: LibreBody): SourceError {
  if (status === 2) return new SourceError('libre', 'wrong-login', { cause: 'status 2' });
  if (status === 4) return new SourceError('libre', 'terms-to-accept', { cause: 'status 4' });
  if (status !== 429) return new SourceError('libre', 'unreachable', { cause: `status ${status}` });
  const lockout = Locked.safeParse(data).data?.data.lockout ?? LOCKOUT_S;
  return new SourceError('libre', 'locked-out', { cause: 'status 429', retryAfterMs: lockout * 1000 });
}
