import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fillingIn } from '../../../../test/filling-in.ts';
import { newWearer } from '../../../../test/wearers.ts';
import { MINUTE, SECOND } from '../../../shared/time-units.ts';
import { openStore } from '../../../store/store.ts';
import { openEntryCache } from './entry-cache.ts';
import { modifiedInStore } from './entry-history.ts';
import { modifiedAtOf } from './modified.ts';

const NOON = Date.UTC(2026, 10, 20, 12);

/** A client of the history: the times of the readings that it has, and how far it is (epoch ms). */
const newClient = () => ({ has: new Set<number>(), at: 1 });

/** `late`: minutes before the newest reading; `next`: seconds after it. */
const steps = fc.array(
  fc.oneof(
    fc.record({ late: fc.array(fc.integer({ min: 1, max: 600 }), { minLength: 1, maxLength: 40 }) }),
    fc.record({ next: fc.integer({ min: 30, max: 300 }) }),
    fc.record({ pages: fc.integer({ min: 1, max: 3 }), limit: fc.integer({ min: 1, max: 15 }) }),
  ),
  { minLength: 1, maxLength: 40 },
);

test('[DEV-4] whatever is filled in while clients page through the history, each gets every reading, from the cache and from the store', async () => {
  await using store = await openStore({ url: null, file: ':memory:' });
  await fc.assert(
    fc.asyncProperty(steps, async (all) => {
      const wearerId = await newWearer(store);
      const fill = await fillingIn(store, wearerId);
      const until = NOON + 1000 * MINUTE;
      const now = () => until;
      const historyLimitOf = async () => null;
      using cache = openEntryCache({ store: store.entries, historyLimitOf, changes: store.changes, now });
      const clients = [newClient(), newClient()];
      const page = async (limit: number) => {
        store.changes.publish(wearerId, 'readings');
        for (const [index, client] of clients.entries()) {
          const modified = { from: client.at + 1, until, count: limit, unitMs: 1 };
          const { entries, spans } =
            index === 0
              ? await cache.findModified(wearerId, modified)
              : await modifiedInStore(store.entries, wearerId, modified);
          for (const { date } of entries) client.has.add(date);
          client.at = Math.max(client.at, ...entries.map(({ date }) => modifiedAtOf(spans, date)));
        }
        return clients.map(({ at }) => at).join();
      };
      let newest = NOON;
      await fill([newest], 100, 0);
      for (const step of all) {
        if ('next' in step) {
          newest += step.next * SECOND;
          await fill([newest], 100, 0);
        } else if ('late' in step)
          await fill(
            step.late.map((minutes) => NOON - minutes * MINUTE),
            100,
          );
        else for (let times = 0; times < step.pages; times += 1) await page(step.limit);
      }
      for (let [before, at] = ['', await page(7)]; at !== before; ) [before, at] = [at, await page(7)];
      const stored = new Set((await store.readings.since(wearerId, 0)).map(({ takenAt }) => takenAt));
      for (const { has } of clients) expect(has).toEqual(stored);
    }),
    { numRuns: 40 },
  );
});
