import { randomUUID } from 'node:crypto';
import type { Stores } from '../src/store/store.ts';

/** The id of a new wearer. */
export async function newWearer({
  accounts,
  wearers,
}: Pick<Stores, 'accounts' | 'wearers'>): Promise<number> {
  const account = await accounts.add(
    {
      email: `${randomUUID()}@example.org`,
      passwordHash: 'none',
      firstName: 'Ada',
      lastName: 'Lovelace',
      location: 'GB',
      phone: null,
    },
    0,
  );
  return (await wearers.add(account ?? 0, { name: 'Ada', accent: 'teal', birthYear: null }, 0)).id;
}
