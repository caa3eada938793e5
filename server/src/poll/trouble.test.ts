import { describe, expect, test } from 'vitest';
import { desk } from '../../test/polling.ts';
import { everyFive, NOON } from '../../test/vendor.ts';
import { openStore } from '../store/store.ts';
import { DAY, HOUR, MINUTE, SECOND } from '../times.ts';

const started = async (options: Parameters<typeof desk>[1] = {}) => {
  const made = await desk(await openStore({ url: null, file: ':memory:' }), options);
  made.vendor.readings = everyFive(NOON - HOUR, NOON + 2 * DAY);
  await made.connect();
  await made.live(NOON + 10 * MINUTE);
  const events = () => made.log.map(({ event }) => event);
  return { ...made, events };
};

describe('when a source is in trouble', () => {
  test('[SRC-3] a refused login is asked about for some minutes, then never again, and says what to do', async () => {
    const { vendor, live, polling, wearerId } = await started();
    const asked = vendor.reads.length;
    vendor.mood = 'wrong-login';
    await live(NOON + 16 * MINUTE);
    expect(await polling.status(wearerId)).toMatchObject({ state: 'trouble', trouble: 'wrong-login' });
    await live(NOON + 2 * DAY);
    expect([vendor.reads.length, vendor.signIns.length]).toEqual([asked + 4, 1]);
    expect(await polling.status(wearerId)).toMatchObject({
      ...{ status: 'noCurrentData', state: 'trouble', trouble: 'wrong-login', nextTryAt: null },
      text: expect.stringContaining('did not accept'),
    });
  });

  test('a session that is over is followed by one sign-in with the kept login, at once', async () => {
    const { vendor, live, stored, clock } = await started();
    vendor.validFrom = 2;
    await live(NOON + 16 * MINUTE);
    expect(vendor.signIns).toHaveLength(2);
    expect(vendor.reads.filter(({ at }) => at === vendor.signIns[1])).toHaveLength(2);
    expect((await stored()).at(-1)).toBeGreaterThan(clock.now - 6 * MINUTE);
  });

  test('[SRC-3] a source that ends every session is not signed into again and again', async () => {
    const { vendor, live } = await started();
    vendor.validFrom = Number.POSITIVE_INFINITY;
    await live(NOON + DAY);
    expect(vendor.signIns.length).toBeLessThan(30);
    const gaps = vendor.signIns.slice(2).map((at, index) => at - (vendor.signIns[index + 1] ?? 0));
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(10 * MINUTE);
  });

  test('[SRC-3] a sign-in that is refused twice after a session has ended ends the asking', async () => {
    const { vendor, live, polling, wearerId } = await started();
    vendor.validFrom = 9;
    vendor.signInMood = 'wrong-login';
    await live(NOON + DAY);
    expect(vendor.signIns).toHaveLength(3);
    const [, first = 0, second = 0] = vendor.signIns;
    expect(second - first).toBeGreaterThanOrEqual(10 * MINUTE);
    expect(await polling.status(wearerId)).toMatchObject({ trouble: 'wrong-login', nextTryAt: null });
  });

  test('[SRC-3] a vendor that names a time is not asked before it', async () => {
    const { vendor, live } = await started();
    vendor.mood = 'too-many-calls';
    vendor.retryAfterMs = 3 * HOUR;
    await live(NOON + 16 * MINUTE);
    const [asked, last] = [vendor.reads.length, vendor.reads.at(-1)?.at ?? 0];
    vendor.mood = null;
    await live(last + 3 * HOUR - 1);
    expect(vendor.reads.length).toBe(asked);
    await live(last + 4 * HOUR);
    expect(vendor.reads.length).toBeGreaterThan(asked);
  });

  test.each([
    'unreachable',
    'unreadable',
    'wrong-address',
    'needs-human',
    'refused-address',
    'session-over',
  ] as const)('[SRC-3] after an hour of %s its readings are back within a minute', async (mood) => {
    const { vendor, live, stored } = await started();
    vendor.mood = mood;
    await live(NOON + 70 * MINUTE);
    vendor.mood = null;
    await live(NOON + 71 * MINUTE);
    expect((await stored()).at(-1)).toBe(NOON + 70 * MINUTE);
  });

  test.each(['wrong-login', 'wrong-address', 'needs-human', 'unreadable'] as const)(
    '[SRC-3] one %s from a source that has given readings costs no reading more than a few minutes',
    async (mood) => {
      const { vendor, live, stored } = await started();
      const asked = vendor.reads.length;
      vendor.mood = mood;
      vendor.meanwhile = async () => {
        if (vendor.reads.length > asked + 1) vendor.mood = null;
      };
      await live(NOON + 18 * MINUTE);
      expect((await stored()).at(-1)).toBe(NOON + 15 * MINUTE);
    },
  );

  test('[SRC-3] a source that has been away for days is still asked every quarter of an hour', async () => {
    const { vendor, live, stored } = await started();
    vendor.mood = 'wrong-address';
    await live(NOON + DAY);
    vendor.mood = null;
    await live(NOON + DAY + 19 * MINUTE);
    expect((await stored()).at(-1)).toBeGreaterThanOrEqual(NOON + DAY);
  });

  test('[SRC-3] an empty first answer after an outage is followed by another within a minute', async () => {
    const { vendor, live, stored } = await started();
    vendor.mood = 'unreachable';
    await live(NOON + 31 * MINUTE);
    vendor.mood = null;
    vendor.delayMs = HOUR;
    await live(NOON + 32 * MINUTE);
    const asked = vendor.reads.length;
    vendor.delayMs = 5 * SECOND;
    await live(NOON + 33 * MINUTE);
    expect(vendor.reads.length).toBeGreaterThan(asked);
    expect((await stored()).at(-1)).toBe(NOON + 30 * MINUTE);
  });

  test('[SRC-3] a vendor that names a time while it is asked for history is not asked before it', async () => {
    const made = await desk(await openStore({ url: null, file: ':memory:' }));
    made.vendor.readings = everyFive(NOON - 10 * DAY, NOON + DAY);
    await made.connect();
    await made.polling.turn();
    made.vendor.mood = 'unreachable';
    made.vendor.retryAfterMs = 10 * MINUTE;
    const before = made.vendor.reads.length;
    await made.live(NOON + 2 * MINUTE);
    expect(made.vendor.reads[before]?.since).toBeLessThan(NOON - DAY);
    await made.live((made.vendor.reads[before]?.at ?? 0) + 10 * MINUTE - 1);
    expect(made.vendor.reads.length).toBe(before + 1);
  });

  test('[SRC-3] a clock that ran two hours ahead for a while stops nobody’s polling', async () => {
    const { vendor, live, stored, clock, polling } = await started();
    const all = vendor.readings;
    // The vendor's own clock is right all the time.
    vendor.readings = all.filter(({ takenAt }) => takenAt <= NOON + 10 * MINUTE);
    clock.now += 2 * HOUR;
    await live(clock.now + 90 * SECOND);
    vendor.readings = all;
    clock.now -= 2 * HOUR;
    await polling.turn();
    const asked = vendor.reads.length;
    await live(NOON + 30 * MINUTE);
    expect(vendor.reads.length).toBeGreaterThan(asked + 2);
    expect(await stored()).toContain(NOON + 25 * MINUTE);
  });

  test('one line is logged when a source is lost and one when it is back, however often it was tried', async () => {
    const { vendor, live, events } = await started();
    expect(events()).toEqual([]);
    vendor.mood = 'unreachable';
    await live(NOON + 2 * HOUR);
    expect(events()).toEqual(['source-lost']);
    vendor.mood = null;
    await live(NOON + 3 * HOUR);
    expect(events()).toEqual(['source-lost', 'source-back']);
  });

  test('an answer without readings is no recovery', async () => {
    const { vendor, live, events, polling, wearerId } = await started();
    vendor.mood = 'unreachable';
    await live(NOON + HOUR);
    vendor.mood = null;
    vendor.readings = [];
    await live(NOON + 2 * HOUR);
    expect(events()).toEqual(['source-lost']);
    expect(await polling.status(wearerId)).toMatchObject({
      ...{ status: 'noCurrentData', state: 'silent', trouble: null },
      ...{ since: new Date(NOON + 5 * MINUTE).toISOString(), text: expect.stringContaining('nothing new') },
    });
  });

  test('a mistake of ours is logged, told as an answer not understood, and tried again', async () => {
    const { vendor, live, log, polling, wearerId } = await started();
    vendor.mood = new TypeError('cannot read this');
    await live(NOON + 16 * MINUTE);
    expect(log.filter(({ event }) => event === 'source-bug')).not.toHaveLength(0);
    expect(await polling.status(wearerId)).toMatchObject({ trouble: 'unreadable' });
    vendor.mood = null;
    await live(NOON + 2 * HOUR);
    expect(await polling.status(wearerId)).toMatchObject({ status: 'allGood', trouble: null });
  });

  test('a history that cannot be read does not stop the current readings', async () => {
    const made = await desk(await openStore({ url: null, file: ':memory:' }));
    made.vendor.readings = everyFive(NOON - 10 * DAY, NOON + 2 * DAY);
    await made.connect();
    await made.polling.turn();
    made.vendor.meanwhile = async () => {
      const { since } = made.vendor.reads.at(-1) ?? { since: 0 };
      made.vendor.mood = since < NOON - DAY ? 'unreachable' : null;
    };
    await made.live(NOON + 30 * MINUTE);
    expect((await made.stored()).at(-1)).toBe(NOON + 25 * MINUTE);
    made.vendor.meanwhile = async () => {
      made.vendor.mood = null;
    };
    await made.live(NOON + 2 * HOUR);
    expect((await made.stored())[0]).toBe(NOON - 10 * DAY);
  });

  test('a history that is there is not asked for again', async () => {
    const { vendor, live, stored } = await started();
    expect((await stored())[0]).toBe(NOON - HOUR);
    expect(vendor.reads.filter(({ since }) => since < NOON - DAY)).toHaveLength(1);
    await live(NOON + 20 * MINUTE + SECOND);
    expect(vendor.reads.filter(({ since }) => since < NOON - DAY)).toHaveLength(1);
  });
});
