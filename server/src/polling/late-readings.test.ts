import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { pollingOfOneWearer } from '../../test/polling/polling.ts';
import { everyFive, fiveMinutely, NOON, readingAt } from '../../test/polling/vendor.ts';
import { DAY, HOUR, MINUTE, SECOND } from '../shared/time-units.ts';
import { openStore } from '../store/store.ts';

const connectedSetup = async () => {
  const setup = await pollingOfOneWearer(await openStore({ url: null, file: ':memory:' }));
  setup.vendor.readings = everyFive(NOON - HOUR, NOON + HOUR);
  await setup.connect();
  await setup.pollUntil(NOON + 11 * MINUTE);
  return setup;
};

describe('[SRC-2] irregular readings', () => {
  test('a reading from the future is stored when its time has come', async () => {
    const { vendor, pollUntil, stored, polling, wearerId } = await connectedSetup();
    vendor.readings = [
      ...vendor.readings.filter(({ takenAt }) => takenAt <= NOON + 10 * MINUTE),
      readingAt(NOON + 30 * MINUTE),
    ];
    vendor.delayMs = -HOUR;
    await pollUntil(NOON + 26 * MINUTE);
    expect((await stored()).at(-1)).toBe(NOON + 10 * MINUTE);
    expect(await polling.status(wearerId)).toMatchObject({ status: 'noCurrentData', state: 'silent' });
    await pollUntil(NOON + 40 * MINUTE);
    expect((await stored()).at(-1)).toBe(NOON + 30 * MINUTE);
  });

  test('a reading that arrives after a newer one is stored in its place', async () => {
    const { vendor, pollUntil, stored } = await connectedSetup();
    const late = readingAt(NOON + 15 * MINUTE);
    vendor.readings = vendor.readings.filter(({ takenAt }) => takenAt !== late.takenAt);
    await pollUntil(NOON + 21 * MINUTE);
    vendor.readings.push(late);
    await pollUntil(NOON + 26 * MINUTE);
    expect((await stored()).slice(-3)).toEqual([15, 20, 25].map((minutes) => NOON + minutes * MINUTE));
  });

  test('readings of the minutes before connecting are stored once the vendor’s history has them', async () => {
    const rhythm = { ...fiveMinutely, everyMs: MINUTE, pauseMs: MINUTE, historyAfterMs: 25 * MINUTE };
    const setup = await pollingOfOneWearer(await openStore({ url: null, file: ':memory:' }), {
      rhythm,
      historyMs: DAY,
    });
    const { vendor, connect, pollUntil, stored } = setup;
    const all = everyFive(NOON - HOUR, NOON + HOUR);
    vendor.duringRead = async () => {
      const now = setup.clock.now;
      const newest = readingAt(Math.floor(now / MINUTE) * MINUTE - MINUTE);
      vendor.readings = [...all.filter(({ takenAt }) => takenAt < now - 18 * MINUTE), newest];
    };
    await connect();
    await pollUntil(NOON + 30 * MINUTE);
    const before = all.map(({ takenAt }) => takenAt).filter((takenAt) => takenAt < NOON);
    expect(await stored()).toEqual(expect.arrayContaining(before));
  });

  test('a gap of hours that the phone fills later is filled', async () => {
    const { vendor, pollUntil, stored } = await connectedSetup();
    const all = everyFive(NOON - HOUR, NOON + 6 * HOUR);
    const inGap = (takenAt: number) => takenAt > NOON + 10 * MINUTE && takenAt < NOON + 4 * HOUR;
    vendor.readings = all.filter(({ takenAt }) => !inGap(takenAt));
    await pollUntil(NOON + 4 * HOUR + 20 * MINUTE);
    vendor.readings = all;
    await pollUntil(NOON + 4 * HOUR + 30 * MINUTE);
    expect((await stored()).filter(inGap)).toEqual(all.map(({ takenAt }) => takenAt).filter(inGap));
  });

  test('[SRC-2] a gap that the phone fills after another one has followed is filled', async () => {
    const { vendor, pollUntil, stored } = await connectedSetup();
    const all = everyFive(NOON - HOUR, NOON + 6 * HOUR);
    const minutes = (takenAt: number) => (takenAt - NOON) / MINUTE;
    // Missing for two hours, but for one reading.
    const isMissing = (takenAt: number) =>
      minutes(takenAt) > 10 && minutes(takenAt) < 130 && minutes(takenAt) !== 120;
    vendor.readings = all.filter(({ takenAt }) => !isMissing(takenAt));
    await pollUntil(NOON + 135 * MINUTE);
    vendor.readings = all;
    await pollUntil(NOON + 150 * MINUTE);
    expect((await stored()).filter(isMissing)).toEqual(all.map(({ takenAt }) => takenAt).filter(isMissing));
  });

  test('[SRC-2] a sensor that loses a reading every half hour is not read further and further back', async () => {
    const { vendor, pollUntil } = await connectedSetup();
    vendor.readings = everyFive(NOON - HOUR, NOON + 26 * HOUR).filter(
      ({ takenAt }) => (takenAt - NOON) % (30 * MINUTE) !== 0,
    );
    await pollUntil(NOON + 24 * HOUR);
    const reach = vendor.reads.slice(-100).map(({ at, since }) => at - since);
    expect(Math.max(...reach)).toBeLessThan(3 * HOUR);
  });

  test('a reading that a second uploader repeats seconds later is stored once', async () => {
    const { vendor, pollUntil, stored } = await connectedSetup();
    vendor.readings = vendor.readings.flatMap((reading) => [
      reading,
      { ...reading, takenAt: reading.takenAt + 7 * SECOND },
    ]);
    await pollUntil(NOON + 30 * MINUTE);
    const all = await stored();
    expect(all.filter((takenAt) => takenAt % MINUTE !== 0)).toEqual([]);
    expect(all.at(-1)).toBe(NOON + 25 * MINUTE);
  });

  test('whatever a source returns, only valid readings are stored and polling continues', async () => {
    const { vendor, polling, clock, wearerId, stored } = await connectedSetup();
    const before = await stored();
    const malformed = fc.oneof(fc.anything(), fc.record({ takenAt: fc.anything(), mgdl: fc.anything() }));
    await fc.assert(
      fc.asyncProperty(fc.oneof(fc.anything(), fc.array(malformed, { maxLength: 5 })), async (answer) => {
        vendor.malformedAnswer = answer === undefined ? null : answer;
        clock.now += HOUR;
        await polling.runDuePolls();
        expect(await stored()).toEqual(before);
        expect((await polling.status(wearerId)).nextTryAt).not.toBeNull();
      }),
      { numRuns: 60 },
    );
  });
});
