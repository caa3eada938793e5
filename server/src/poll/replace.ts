import { SourceError } from '@tealight/sources';
import type { Connection } from '../store/connection-row.ts';
import type { NewConnection } from '../store/connections.ts';
import type { Asking } from './parts.ts';

/**
 * Saves a connection in the place of the one that was read. Throws `SourceError` when that one was replaced,
 * disconnected or erased meanwhile: a vendor may take seconds, and credentials that the wearer has just erased must
 * not come back.
 */
export async function replace(
  store: Asking['store'],
  read: Connection,
  connection: NewConnection,
  now: number,
): Promise<void> {
  const isSame = await store.connections.replace(connection, read.revision, now);
  if (!isSame) throw new SourceError(read.source, 'unreachable', { cause: 'changed meanwhile' });
}
