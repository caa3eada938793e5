import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { desk } from '../../test/polling.ts';
import { everyFive, fiveMinutely, NOON, readingAt } from '../../test/vendor.ts';
import { openStore } from '../store/store.ts';
import { DAY, HOUR, MINUTE, SECOND } from '../times.ts';

const started = async () => {
  const made = await desk(await openStore({ url: null, file: ':memory:' }));
  made.vendor.readings = everyFive(NOON - HOUR, NOON + HOUR);
  await made.connect();
  await made.live(NOON + 11 * MINUTE);
  return made;
};

describe('[SRC-2] readings that come oddly', () => {
  test('one from the future waits until its time has come', async () => {
    const { vendor, live, stored, polling, wearerId } = await started();
    vendor.readings = [
      ...vendor.readings.filter(({ takenAt }) => takenAt <= NOON + 10 * MINUTE),
      readingAt(NOON + 30 * MINUTE),
    ];
    vendor.delayMs = -HOUR;
    await live(NOON + 26 * MINUTE);
    expect((await stored()).at(-1)).toBe(NOON + 10 * MINUTE);
    expect(await polling.status(wearerId)).toMatchObject({ status: 'noCurrentData', state: 'silent' });
    await live(NOON + 40 * MINUTE);
    expect((await stored()).at(-1)).toBe(NOON + 30 * MINUTE);
  });

  test('one that was held up and comes after a newer one is stored in its place', async () => {
    const { vendor, live, stored } = await started();
    const late = readingAt(NOON + 15 * MINUTE);
    vendor.readings = vendor.readings.filter(({ takenAt }) => takenAt !== late.takenAt);
    await live(NOON + 21 * MINUTE);
    vendor.readings.push(late);
    await live(NOON + 26 * MINUTE);
    expect((await stored()).slice(-3)).toEqual([15, 20, 25].map((minutes) => NOON + minutes * MINUTE));
  });

  test('the minutes before connecting are there once the vendor’s history has them', async () => {
    const rhythm = { ...fiveMinutely, everyMs: MINUTE, pauseMs: MINUTE, historyAfterMs: 25 * MINUTE };
    const made = await desk(await openStore({ url: null, file: ':memory:' }), { rhythm, historyMs: DAY });
    const { vendor, connect, live, stored } = made;
    const all = everyFive(NOON - HOUR, NOON + HOUR);
    vendor.meanwhile = async () => {
      const now = made.clock.now;
      const newest = readingAt(Math.floor(now / MINUTE) * MINUTE - MINUTE);
      vendor.readings = [...all.filter(({ takenAt }) => takenAt < now - 18 * MINUTE), newest];
    };
    await connect();
    await live(NOON + 30 * MINUTE);
    const before = all.map(({ takenAt }) => takenAt).filter((takenAt) => takenAt < NOON);
    expect(await stored()).toEqual(expect.arrayContaining(before));
  });

  test('a gap of hours that the phone fills later is filled', async () => {
    const { vendor, live, stored } = await started();
    const all = everyFive(NOON - HOUR, NOON + 6 * HOUR);
    const inGap = (takenAt: number) => takenAt > NOON + 10 * MINUTE && takenAt < NOON + 4 * HOUR;
    vendor.readings = all.filter(({ takenAt }) => !inGap(takenAt));
    await live(NOON + 4 * HOUR + 20 * MINUTE);
    vendor.readings = all;
    await live(NOON + 4 * HOUR + 30 * MINUTE);
    expect((await stored()).filter(inGap)).toEqual(all.map(({ takenAt }) => takenAt).filter(inGap));
  });

  test('one that a second uploader tells seconds apart is the same', async () => {
    const { vendor, live, stored } = await started();
    vendor.readings = vendor.readings.flatMap((reading) => [
      reading,
      { ...reading, takenAt: reading.takenAt + 7 * SECOND },
    ]);
    await live(NOON + 30 * MINUTE);
    const all = await stored();
    expect(all.filter((takenAt) => takenAt % MINUTE !== 0)).toEqual([]);
    expect(all.at(-1)).toBe(NOON + 25 * MINUTE);
  });

  test('whatever a source makes of a broken answer, only readings are stored and polling goes on', async () => {
    const { vendor, polling, clock, wearerId, stored } = await started();
    const good = await stored();
    const broken = fc.oneof(fc.anything(), fc.record({ takenAt: fc.anything(), mgdl: fc.anything() }));
    await fc.assert(
      fc.asyncProperty(fc.oneof(fc.anything(), fc.array(broken, { maxLength: 5 })), async (answer) => {
        vendor.babble = answer === undefined ? null : answer;
        clock.now += HOUR;
        await polling.turn();
        expect(await stored()).toEqual(good);
        expect((await polling.status(wearerId)).nextTryAt).not.toBeNull();
      }),
      { numRuns: 60 },
    );
  });
});
