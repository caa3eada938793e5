import { createHash } from 'node:crypto';
import * as z from 'zod';
import type { World } from '../source.ts';
import { LONGEST_TOKEN } from '../tokens.ts';
import { SourceError } from '../trouble.ts';
import { askLibre, type LibreBody } from './ask-libre.ts';
import { hostOf, Region } from './host.ts';

const MOST_HOPS = 2;
const LOCKOUT_S = 300;

export type Credentials = { username: string; password: string };
/** A signed-in account: where it lives, its token until `expiresAt` (epoch ms), and the hash that names it. */
export type SignedIn = { region: string | null; token: string; expiresAt: number; accountId: string };

export const Ticket = z.object({ token: z.string().min(1).max(LONGEST_TOKEN), expires: z.number() });
const Welcome = z.object({ user: z.object({ id: z.string().min(1) }), authTicket: Ticket });
const Redirect = z.object({ redirect: z.literal(true), region: z.string().regex(Region) });
const Locked = z.object({ data: z.object({ lockout: z.number() }) });

/** Signs in where the account lives, asking the global host first. Each hop asks once. Throws `SourceError`. */
export async function signIn(
  { username, password }: Credentials,
  { base, version }: { base: string; version: string },
  world: World,
): Promise<SignedIn> {
  let region: string | null = null;
  for (let hop = 0; hop <= MOST_HOPS; hop += 1) {
    const url = `${hostOf(base, region)}/llu/auth/login`;
    const answer = await askLibre({ url, body: { email: username, password }, caller: { version } }, world);
    if (answer.status !== 0) throw refusal(answer);
    const redirect = Redirect.safeParse(answer.data);
    if (!redirect.success) return welcomed(answer, region);
    region = redirect.data.region;
  }
  throw new SourceError('libre', 'unreadable', { cause: 'sent from region to region' });
}

/** The name the vendor wants beside the token: the SHA-256 of the signed-in user's id, lower-case hex. */
export const accountIdOf = (userId: string): string => createHash('sha256').update(userId).digest('hex');

function welcomed({ data }: LibreBody, region: string | null): SignedIn {
  const welcome = Welcome.safeParse(data);
  if (!welcome.success) throw new SourceError('libre', 'unreadable', { cause: 'no ticket' });
  const { user, authTicket } = welcome.data;
  return {
    region,
    token: authTicket.token,
    expiresAt: authTicket.expires * 1000,
    accountId: accountIdOf(user.id),
  };
}

/** A sign-in is refused inside a good answer: 2 wrong login, 4 something to do in the app first, 429 locked. */
function refusal({ status, data }: LibreBody): SourceError {
  if (status === 2) return new SourceError('libre', 'wrong-login', { cause: 'status 2' });
  if (status === 4) return new SourceError('libre', 'terms-to-accept', { cause: 'status 4' });
  if (status !== 429) return new SourceError('libre', 'unreachable', { cause: `status ${status}` });
  const lockout = Locked.safeParse(data).data?.data.lockout ?? LOCKOUT_S;
  return new SourceError('libre', 'locked-out', { cause: 'status 429', retryAfterMs: lockout * 1000 });
}
