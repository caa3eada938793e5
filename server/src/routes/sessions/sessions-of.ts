import type { FastifyRequest } from 'fastify';
import type { SignedIn } from '../../http/serve-call.ts';
import { lruCache } from '../../shared/lru-cache.ts';
import { DAY, HOUR } from '../../shared/time-units.ts';
import { hashOf, newToken } from '../../shared/token.ts';
import type { Principal } from '../../store/accounts/sessions.ts';
import type { Parts } from '../dependencies.ts';

/** A session ends this long after its last use. */
const SESSION_MS = 30 * DAY;
/**
 * And this long after it began, however much it is used, so that a stolen token does not stay valid.
 * Own choice: signing in twice a year is acceptable.
 */
const LONGEST_SESSION_MS = 180 * DAY;
/** The end is extended at most this often, so that not every request writes. */
const PUSH_EVERY_MS = HOUR;

const bearer = /^Bearer +([\w-]{20,200})$/i;

type Known = { principal: Principal; signedIn: SignedIn; version: number };

/** Principals cached at most. */
const REMEMBERED = 10_000;

/**
 * The principal of a request, by its access token. Use extends a session. If only this node writes, a
 * principal is cached until anything about any account is written; else each request queries the store.
 */
export function principalOf({ store, now }: Pick<Parts, 'store' | 'now'>) {
  const remembered = lruCache<string, Known>({ limit: REMEMBERED });
  const known = (token: string): Known | null => {
    const found = remembered.get(token);
    if (found === undefined || found.version !== store.principalVersion()) return null;
    return found.principal.expiresAt > now() ? found : null;
  };
  const look = async (token: string): Promise<Omit<Known, 'version'> | null> => {
    const version = store.principalVersion();
    const sessionHash = hashOf(token);
    const principal = await store.sessions.find(sessionHash, now());
    if (principal === null) return null;
    const { account, wearer } = principal;
    const signedIn = { accountId: account.id, wearerId: wearer.id, account, wearer, sessionHash };
    if (version !== null) remembered.set(token, { principal, signedIn, version });
    return { principal, signedIn };
  };
  return async (request: FastifyRequest): Promise<SignedIn | null> => {
    const token = bearer.exec(request.headers.authorization ?? '')?.[1];
    const found = token === undefined ? null : (known(token) ?? (await look(token)));
    if (found === null) return null;
    const { principal, signedIn } = found;
    if (now() - principal.usedAt > PUSH_EVERY_MS) {
      const end = { expiresAt: now() + SESSION_MS, longestMs: LONGEST_SESSION_MS };
      await store.sessions.prolong(signedIn.sessionHash, end, now());
    }
    return signedIn;
  };
}

/** Opens a session in `stores` (usually a transaction) and returns its access token. */
export async function openSession(
  stores: Pick<Parts['store'], 'sessions'>,
  { accountId, device }: { accountId: number; device: string },
  now: number,
): Promise<string> {
  const token = newToken();
  await stores.sessions.add(
    { hash: hashOf(token), accountId, agent: device, expiresAt: now + SESSION_MS },
    now,
  );
  return token;
}
