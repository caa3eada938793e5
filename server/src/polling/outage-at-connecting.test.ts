import { expect, test } from 'vitest';
import { pollingOfOneWearer } from '../../test/polling/polling.ts';
import { everyFive, NOON } from '../../test/polling/vendor.ts';
import { DAY, HOUR, MINUTE } from '../shared/time-units.ts';
import { openStore } from '../store/store.ts';

test.each([
  ['whose history is read later', 90 * DAY],
  ['that is read completely at once', DAY],
])(
  '[SRC-3] a source %s and fails just after it was connected gives its readings within a minute of its return, and its history soon after',
  async (_, historyMs) => {
    const store = await openStore({ url: null, file: ':memory:' });
    const { vendor, connect, pollUntil, stored, polling, wearerId } = await pollingOfOneWearer(store, {
      historyMs,
    });
    vendor.readings = everyFive(NOON - 20 * HOUR, NOON + HOUR);
    await connect();
    vendor.readError = 'unreachable';
    const back = NOON + 2 * MINUTE;
    await pollUntil(back);
    expect(await stored()).toEqual([]);
    expect(vendor.reads.length).toBeGreaterThan(4);
    vendor.readError = null;
    await pollUntil(back + MINUTE);
    expect(await polling.status(wearerId)).toMatchObject({ state: 'fine' });
    expect((await stored()).at(-1)).toBe(NOON);
    await pollUntil(back + 3 * MINUTE);
    expect((await stored())[0]).toBe(NOON - 20 * HOUR);
  },
);
