import { SourceError } from '@tealight/sources';
import { DecryptionError, type Encryption, type Owner } from '../../encryption/cipher.ts';
import type { Connection } from '../../store/connections/connection-row.ts';
import type { NewConnection, Replacing } from '../../store/connections/connections.ts';
import type { PollingContext } from '../dependencies.ts';

/** A decrypted login or session; null where none is stored, and where no key can decrypt it anymore. */
export function decryptStored(
  encryption: Pick<Encryption, 'decrypt'>,
  encrypted: string | null,
  owner: Owner,
): unknown {
  if (encrypted === null) return null;
  try {
    return JSON.parse(encryption.decrypt(encrypted, owner));
  } catch (error) {
    if (error instanceof DecryptionError) return null;
    throw error;
  }
}

/** Called when the wearer's connections up to this revision are replaced or gone: a poll of one is obsolete. */
export type OnReplaced = (wearerId: number, revision: number) => void;

/** As in the store, whose revision is the previous one's. */
type NewInPlace = Omit<Replacing, 'revision'> & { connection: NewConnection };

/**
 * Replaces the connection `previous`, as it was read from the store. Throws `SourceError` when it has been replaced,
 * disconnected or erased since then: a vendor may take seconds to answer, and credentials that the wearer has just
 * erased must not be stored again.
 */
export async function replaceConnection(
  store: PollingContext['store'],
  previous: Connection,
  { connection, ...replacing }: NewInPlace,
  now: number,
): Promise<void> {
  const { revision } = previous;
  const isReplaced = await store.connections.replace(connection, { revision, ...replacing }, now);
  if (!isReplaced) throw new SourceError(previous.source, 'unreachable', { cause: 'changed meanwhile' });
}
