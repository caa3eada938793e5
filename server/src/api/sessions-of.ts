import type { FastifyRequest } from 'fastify';
import { DAY, HOUR } from '../times.ts';
import type { Parts } from './parts.ts';
import type { SignedIn } from './serve.ts';
import { hashOf, newToken } from './token.ts';

/** A session ends this long after its last use. */
export const SESSION_MS = 30 * DAY;
/** The end is pushed at most this often, so that reading does not mean writing. */
const PUSH_EVERY_MS = HOUR;

const bearer = /^Bearer +([\w-]{20,200})$/i;

/** Who makes a request, by its access token. A session in use moves its own end. */
export async function whoIs(
  { store, now }: Pick<Parts, 'store' | 'now'>,
  request: FastifyRequest,
): Promise<SignedIn | null> {
  const token = bearer.exec(request.headers.authorization ?? '')?.[1];
  if (token === undefined) return null;
  const sessionHash = hashOf(token);
  const visitor = await store.sessions.find(sessionHash, now());
  if (visitor === null) return null;
  if (now() - visitor.usedAt > PUSH_EVERY_MS)
    await store.sessions.used(sessionHash, now() + SESSION_MS, now());
  const { account, wearer } = visitor;
  return { accountId: account.id, wearerId: wearer.id, account, wearer, sessionHash };
}

/** Opens a session in `stores` (a transaction, usually) and returns its access token. */
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
