import { type TroubleWord, troubleText } from '@tealight/contract';
import { describe, expect, test } from 'vitest';
import { connected } from '../test/connections.ts';
import { eachEngine } from '../test/engines.ts';
import { newWearer } from '../test/wearers.ts';
import { openLossLetters } from './loss-letters.ts';
import type { NewConnection } from './store/connections.ts';
import type { Store } from './store/store.ts';
import { DAY, HOUR, MINUTE } from './times.ts';

function lettersOn(store: Store) {
  const clock = { at: 10 * DAY };
  const letters = openLossLetters({
    store,
    publicUrl: 'https://tealight.example.org',
    typeOf: (source) => (source === 'nightScout' ? 'nightScout' : 'dexcom'),
    ownSites: ['nightScout'],
    knock: () => {},
    log: { error: () => {} },
    now: () => clock.at,
  });
  const connect = async (standing: Partial<NewConnection>) => {
    const wearerId = await newWearer(store);
    await store.connections.save(connected(wearerId, { since: clock.at, ...standing }), clock.at);
    return wearerId;
  };
  const written = async () =>
    (await store.outbox.claim(100, 0, clock.at)).map(({ subject, text }) => ({ subject, text }));
  return { ...letters, clock, connect, written };
}

const needing = (trouble: TroubleWord) => ({ state: 'trouble', trouble, nextAt: null }) as const;

describe('a lost source', () => {
  eachEngine((open) => {
    test('its wearer is told once by mail what is wrong and what to do, on however many nodes', async () => {
      const store = await open();
      const { look, clock, connect, written } = lettersOn(store);
      await connect(needing('wrong-login'));
      await look();
      expect(await written()).toEqual([]);
      clock.at += 15 * MINUTE;
      await Promise.all([look(), look()]);
      clock.at += DAY;
      await look();
      const letters = await written();
      expect(letters.map(({ subject }) => subject)).toEqual(['Nightscout sends no readings any more']);
      expect(letters[0]?.text).toContain('did not accept this API secret');
      expect(letters[0]?.text).toContain('https://tealight.example.org/');
    });

    test('a site of one’s own that cannot be reached is given time to come back', async () => {
      const { look, clock, connect, written } = lettersOn(await open());
      await connect({ state: 'trouble', trouble: 'unreachable' });
      clock.at += 11 * HOUR;
      await look();
      expect(await written()).toEqual([]);
      clock.at += HOUR;
      await look();
      expect(await written()).toHaveLength(1);
    });

    test.each(['unreachable', 'too-many-calls', 'unreadable', 'session-over', 'locked-out'] as const)(
      'a vendor’s %s mends itself: nobody is written to',
      async (trouble) => {
        const { look, clock, connect, written } = lettersOn(await open());
        await connect({ source: 'dexcom', state: 'trouble', trouble, nextAt: clock.at });
        clock.at += 7 * DAY;
        await look();
        expect(await written()).toEqual([]);
      },
    );

    test.each([
      ['locked-out', null],
      ['not-shared', 5],
    ] as const)('%s with a next try at %s is the wearer’s to mend, and told', async (trouble, nextAt) => {
      const { look, clock, connect, written } = lettersOn(await open());
      await connect({ source: 'dexcom', state: 'trouble', trouble, nextAt });
      clock.at += 15 * MINUTE;
      await look();
      expect((await written())[0]?.text).toContain(troubleText(trouble, 'dexcom'));
    });

    test('a wearer who wants no such mail gets none, and one who wants it again is told then', async () => {
      const store = await open();
      const { look, clock, connect, written } = lettersOn(store);
      const wearerId = await connect(needing('needs-human'));
      const { accountId = 0 } = (await store.wearers.byId(wearerId)) ?? {};
      await store.mailSettings.save(accountId, { lostSource: false });
      clock.at += DAY;
      await look();
      expect(await written()).toEqual([]);
      await store.mailSettings.save(accountId, { lostSource: true });
      await look();
      expect(await written()).toHaveLength(1);
    });

    test('a source that is fine, silent or switched off is not lost, and the next loss is told again', async () => {
      const store = await open();
      const { look, clock, connect, written } = lettersOn(store);
      await connect({ state: 'fine' });
      await connect({ state: 'silent' });
      await connect({ state: 'off' });
      const wearerId = await connect(needing('person-gone'));
      clock.at += DAY;
      await look();
      await store.connections.save(
        connected(wearerId, { ...needing('person-gone'), since: clock.at }),
        clock.at,
      );
      clock.at += DAY;
      await look();
      expect(await written()).toHaveLength(2);
    });
  });
});
