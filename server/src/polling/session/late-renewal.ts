import { isDeepStrictEqual } from 'node:util';
import { decryptStored } from '../connecting/stored-connection.ts';
import type { PollingContext } from '../dependencies.ts';
import type { AnySource } from '../registered-source.ts';

type LateRenewal = {
  wearerId: number;
  source: AnySource;
  /** The session as it was stored, encrypted, when its renewal began. */
  from: string;
  /** The renewed session. */
  to: unknown;
};

/**
 * Stores a session that the vendor has renewed while the connection changed: it was switched off with its login kept,
 * connected again with the same session, or another person was chosen. The vendor has ended the old session, and where
 * it is still stored nobody could sign in with it again. A session of another sign-in stays.
 */
export async function saveLateRenewal(
  { store, encryption, now }: Pick<PollingContext, 'store' | 'encryption' | 'now'>,
  { wearerId, source, from, to }: LateRenewal,
): Promise<void> {
  const owner = { wearerId, what: 'session' } as const;
  const replace = (text: string, session: unknown) =>
    store.connections.replaceSameSession(wearerId, {
      from: text,
      to: encryption.encrypt(JSON.stringify(session), owner),
      now: now(),
    });
  if (await replace(from, to)) return;
  const stored = (await store.connections.find(wearerId))?.encryptedSession ?? null;
  const parse = (text: string | null) =>
    source.session.safeParse(decryptStored(encryption, text, owner)).data;
  const chosen = withStoredPerson(source, { from: parse(from), stored: parse(stored), to });
  if (stored !== null && chosen !== null) await replace(stored, chosen);
}

/** The renewed session with the person of the stored one, where that differs from the old session in nothing else. */
function withStoredPerson(
  { choose, personOf }: AnySource,
  { from, stored, to }: { from: unknown; stored: unknown; to: unknown },
): unknown {
  if (choose === undefined || personOf === undefined || from === undefined || stored === undefined)
    return null;
  const person = personOf(stored);
  if (person === null || !isDeepStrictEqual(choose(from, person), stored)) return null;
  return choose(to, person);
}
