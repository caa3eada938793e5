import { wearerHeader } from '@tealight/contract';
import type { FastifyRequest } from 'fastify';
import { lruCache } from '../../shared/lru-cache.ts';
import { DAY, HOUR } from '../../shared/time-units.ts';
import { hashOf, newToken } from '../../shared/token.ts';
import type { Principal } from '../../store/accounts/sessions.ts';
import type { Dependencies } from '../dependencies.ts';

/** A session ends this long after its last use. */
const SESSION_MS = 30 * DAY;
/**
 * And this long after it began, however much it is used, so that a stolen token does not stay valid.
 * Own choice: signing in twice a year is acceptable.
 */
const MAX_SESSION_MS = 180 * DAY;
/** The end is extended at most this often, so that not every request writes. */
const PUSH_EVERY_MS = HOUR;

/** Longer headers name no wearer; what is cached by them stays small. */
const MAX_ID_LENGTH = 20;

const bearer = /^Bearer +([\w-]{20,200})$/i;

/** Principals cached at most. */
const REMEMBERED = 10_000;

type Known = { principal: Principal; version: number };

/**
 * The account of a request, by its access token, with the wearer of its header. Use extends a session. If only this
 * node writes, a principal is cached until anything about any account is written; else each request queries the store.
 */
export function accountsOf({ store, now }: Pick<Dependencies, 'store' | 'now'>) {
  const remembered = lruCache<string, Known>({ limit: REMEMBERED });
  const known = (key: string): Principal | null => {
    const found = remembered.get(key);
    if (found === undefined || found.version !== store.principalVersion()) return null;
    return found.principal.expiresAt > now() ? found.principal : null;
  };
  const look = async (key: string, sessionHash: string, publicId: string | null) => {
    const version = store.principalVersion();
    const principal = await store.sessions.find(sessionHash, now(), publicId);
    if (principal !== null && version !== null) remembered.set(key, { principal, version });
    return principal;
  };
  return async (request: FastifyRequest, named?: string) => {
    const token = bearer.exec(request.headers.authorization ?? '')?.[1];
    if (token === undefined) return null;
    const sessionHash = hashOf(token);
    const publicId = named ?? namedWearer(request);
    const key = `${sessionHash} ${publicId ?? ''}`;
    const principal = known(key) ?? (await look(key, sessionHash, publicId));
    if (principal === null) return null;
    if (now() - principal.usedAt > PUSH_EVERY_MS) {
      const end = { expiresAt: now() + SESSION_MS, longestMs: MAX_SESSION_MS };
      await store.sessions.prolong(sessionHash, end, now());
    }
    const { account, wearerAccess } = principal;
    return { accountId: account.id, account, sessionHash, wearerAccess };
  };
}

/** The wearer of the request's header; null without one. */
export function namedWearer({ headers }: FastifyRequest): string | null {
  const given = headers[wearerHeader];
  return typeof given === 'string' ? given.slice(0, MAX_ID_LENGTH) : null;
}

/**
 * The account and the wearer whose source an access token may connect in the remote browser; null without that right. A page that
 * shows another than the selected wearer appends a dot and the wearer's public id to its token.
 */
export const signedInForSources =
  ({ store, now }: Pick<Dependencies, 'store' | 'now'>) =>
  async (accessToken: string): Promise<{ accountId: number; wearerId: number } | null> => {
    const [token = '', publicId = null] = accessToken.split('.', 2);
    const found = await store.sessions.find(hashOf(token), now(), publicId);
    if (!found?.wearerAccess?.rights.has('sources')) return null;
    return { accountId: found.account.id, wearerId: found.wearerAccess.wearer.id };
  };

/** Opens a session in `stores` (usually a transaction) and returns its access token. */
export async function openSession(
  stores: Pick<Dependencies['store'], 'sessions' | 'visibleWearers'>,
  { accountId, device }: { accountId: number; device: string },
  now: number,
): Promise<string> {
  const token = newToken();
  const wearerId = await stores.visibleWearers.lastSelected(accountId);
  await stores.sessions.add(
    { hash: hashOf(token), accountId, agent: device, expiresAt: now + SESSION_MS, wearerId },
    now,
  );
  return token;
}
