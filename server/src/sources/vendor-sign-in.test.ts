import { type SourceError, sourcesOf } from '@tealight/sources';
import { describe, expect, test } from 'vitest';
import { eachEngine } from '../../test/engines.ts';
import { newWearer } from '../../test/wearers.ts';
import type { Polling } from '../polling/polling.ts';
import { MINUTE } from '../shared/time-units.ts';
import type { Store } from '../store/store.ts';
import { dexcomSignIn } from './vendor-sign-in.ts';

const client = { clientId: 'tealight', clientSecret: 'a secret of the client' };

/** Dexcom's sign-in with a store, two wearers, and the connections made. */
async function world(store: Store) {
  const clock = { at: Date.UTC(2026, 10, 21) };
  const connected: [wearerId: number, login: unknown][] = [];
  const connect: Polling['connect'] = async (wearerId, _name, login) =>
    void connected.push([wearerId, login]);
  const dependencies = {
    polling: { connect } as Polling,
    store,
    offers: { sources: sourcesOf({ dexcomApi: client }), offered: {} },
  };
  const signIn = dexcomSignIn(dependencies, {
    publicUrl: 'https://tealight.example.org',
    now: () => clock.at,
  });
  if (signIn === null) throw new Error('Dexcom is not offered');
  const begin = async (wearerId: number) =>
    new URL(await signIn.loginUrl(wearerId)).searchParams.get('state') ?? '';
  const [ada, ben] = [await newWearer(store), await newWearer(store)];
  return { ada, ben, clock, connected, begin, complete: signIn.complete };
}

const refused = expect.objectContaining({ errorCode: 'session-over' }) as SourceError;

describe('[CON-5] the state parameter of the sign-in at Dexcom', () => {
  eachEngine((open) => {
    test('is accepted once, also from two calls at the same time', async () => {
      const { ada, begin, complete, connected } = await world(await open());
      const state = await begin(ada);
      const tries = [1, 2, 3].map(() => complete(ada, { code: 'c', state }));
      const results = await Promise.allSettled(tries);
      expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      expect(connected).toHaveLength(1);
      await expect(complete(ada, { code: 'c', state })).rejects.toEqual(refused);
    });

    test('belongs to the wearer who started, and a wrong one does not cancel it', async () => {
      const { ada, ben, begin, complete, connected } = await world(await open());
      const [ofAda, ofBen] = [await begin(ada), await begin(ben)];
      await expect(complete(ada, { code: 'c', state: ofBen })).rejects.toEqual(refused);
      await expect(complete(ada, { code: 'c', state: 'made up' })).rejects.toEqual(refused);
      await expect(complete(ada, { code: 'c', state: '' })).rejects.toEqual(refused);
      expect(connected).toEqual([]);
      await complete(ada, { code: 'c', state: ofAda });
      expect(connected).toHaveLength(1);
    });

    test('is valid for half an hour, until another is started', async () => {
      const { ada, begin, clock, complete } = await world(await open());
      const first = await begin(ada);
      const second = await begin(ada);
      await expect(complete(ada, { code: 'c', state: first })).rejects.toEqual(refused);
      clock.at += 31 * MINUTE;
      await expect(complete(ada, { code: 'c', state: second })).rejects.toEqual(refused);
    });

    test('may be missing, as in the specification, for a wearer who has just been sent to Dexcom', async () => {
      const { ada, begin, complete, connected } = await world(await open());
      await expect(complete(ada, { code: 'c' })).rejects.toEqual(refused);
      await begin(ada);
      await complete(ada, { code: 'c' });
      await expect(complete(ada, { code: 'c' })).rejects.toEqual(refused);
      expect(connected).toHaveLength(1);
    });
  });
});
