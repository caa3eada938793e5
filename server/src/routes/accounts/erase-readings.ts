import { setImmediate as othersTurn } from 'node:timers/promises';
import type { Store } from '../../store/store.ts';

/**
 * Erases the readings of an account's own wearers, or of one of them, batch by batch, before what they belong to is
 * erased: years of them in one statement take longer than a statement may, and with SQLite nothing else runs meanwhile.
 */
export async function eraseReadings(
  { history }: Pick<Store, 'history'>,
  accountId: number,
  wearerId?: number,
): Promise<void> {
  while (await history.eraseOwn(accountId, wearerId)) await othersTurn();
}
