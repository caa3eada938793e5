import { describe, expect, test } from 'vitest';
import { connected } from '../test/connections.ts';
import { eachEngine } from '../test/engines.ts';
import { newWearer } from '../test/wearers.ts';
import { openLossLetters } from './loss-letters.ts';
import type { Standing } from './store/connection-row.ts';
import type { Store } from './store/store.ts';
import { DAY, HOUR, MINUTE } from './times.ts';

function lettersOn(store: Store) {
  const clock = { at: 10 * DAY };
  const letters = openLossLetters({
    store,
    publicUrl: 'https://tealight.example.org',
    typeOf: () => 'nightScout',
    knock: () => {},
    log: { error: () => {} },
    now: () => clock.at,
  });
  const connect = async (standing: Partial<Standing>) => {
    const wearerId = await newWearer(store);
    await store.connections.save(connected(wearerId, { since: clock.at, ...standing }), clock.at);
    return wearerId;
  };
  const written = async () =>
    (await store.outbox.claim(100, 0, clock.at)).map(({ subject, text }) => ({ subject, text }));
  return { ...letters, clock, connect, written };
}

describe('a lost source', () => {
  eachEngine((open) => {
    test('its wearer is told once by mail what is wrong and what to do, on however many nodes', async () => {
      const store = await open();
      const { look, clock, connect, written } = lettersOn(store);
      await connect({ state: 'trouble', trouble: 'wrong-login' });
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

    test('a source that cannot be reached is given time to come back', async () => {
      const { look, clock, connect, written } = lettersOn(await open());
      await connect({ state: 'trouble', trouble: 'unreachable' });
      clock.at += 11 * HOUR;
      await look();
      expect(await written()).toEqual([]);
      clock.at += HOUR;
      await look();
      expect(await written()).toHaveLength(1);
    });

    test('a source that is fine, silent or switched off is not lost, and the next loss is told again', async () => {
      const store = await open();
      const { look, clock, connect, written } = lettersOn(store);
      await connect({ state: 'fine' });
      await connect({ state: 'silent' });
      await connect({ state: 'off' });
      const wearerId = await connect({ state: 'trouble', trouble: 'person-gone' });
      clock.at += DAY;
      await look();
      await store.connections.save(
        connected(wearerId, { state: 'trouble', trouble: 'person-gone', since: clock.at }),
        clock.at,
      );
      clock.at += DAY;
      await look();
      expect(await written()).toHaveLength(2);
    });
  });
});
