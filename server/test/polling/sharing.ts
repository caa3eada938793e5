import type { Person, SelectsPerson } from '@tealight/sources';
import { openStore, type Store } from '../../src/store/store.ts';
import { connectedPolling, encryption } from './polling.ts';

export type SharedSession = { number: number; person?: string };
type People = SelectsPerson<SharedSession>['people'];

export const ada: Person = { id: 'ada', name: 'Ada' };
export const ben: Person = { id: 'ben', name: 'Ben' };

/** What a source needs at which several people share; `listing.people` is how it lists them. */
export const selectionFrom = (listing: { people: People }): SelectsPerson<SharedSession> => ({
  people: (...args) => listing.people(...args),
  choose: (session, person) => ({ ...session, person }),
  personOf: ({ person }) => person ?? null,
});

/** A wearer with readings of a source at which Ben shares. */
export async function connectedToSharing(people: People = async () => [ben], store?: Store) {
  const setup = await connectedPolling(store ?? (await openStore({ url: null, file: ':memory:' })));
  const listing = { people };
  Object.assign(setup.source, selectionFrom(listing));
  const connection = () => setup.store.connections.find(setup.wearerId);
  const storedSession = async () => {
    const encrypted = (await connection())?.encryptedSession ?? '';
    return encryption.decrypt(encrypted, { wearerId: setup.wearerId, what: 'session' });
  };
  return { ...setup, listing, connection, storedSession };
}
