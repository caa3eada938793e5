import { describe, expect, test } from 'vitest';
import { connectedPolling, pollingOfOneWearer } from '../../test/polling/polling.ts';
import { everyFive, NOON } from '../../test/polling/vendor.ts';
import { DAY, HOUR, MINUTE, SECOND } from '../shared/time-units.ts';
import { openStore } from '../store/store.ts';

const connectedSetup = async () => connectedPolling(await openStore({ url: null, file: ':memory:' }));

describe('when polling a source fails', () => {
  test('[SRC-3] a rejected login is tried for some minutes, then never again, and the status says what to do', async () => {
    const { vendor, pollUntil, polling, wearerId } = await connectedSetup();
    const pollsBefore = vendor.reads.length;
    vendor.readError = 'wrong-login';
    await pollUntil(NOON + 16 * MINUTE);
    expect(await polling.status(wearerId)).toMatchObject({ state: 'error', errorCode: 'wrong-login' });
    await pollUntil(NOON + 2 * DAY);
    expect([vendor.reads.length, vendor.signIns.length]).toEqual([pollsBefore + 4, 1]);
    expect(await polling.status(wearerId)).toMatchObject({
      status: 'noCurrentData',
      state: 'error',
      errorCode: 'wrong-login',
      nextTryAt: null,
      text: expect.stringContaining('did not accept'),
    });
  });

  test('[SRC-3] a vendor that asks to wait is not polled before then', async () => {
    const { vendor, pollUntil } = await connectedSetup();
    vendor.readError = 'too-many-calls';
    vendor.retryAfterMs = 3 * HOUR;
    await pollUntil(NOON + 16 * MINUTE);
    const [pollsBefore, last] = [vendor.reads.length, vendor.reads.at(-1)?.at ?? 0];
    vendor.readError = null;
    await pollUntil(last + 3 * HOUR - 1);
    expect(vendor.reads.length).toBe(pollsBefore);
    await pollUntil(last + 4 * HOUR);
    expect(vendor.reads.length).toBeGreaterThan(pollsBefore);
  });

  test.each([
    'unreachable',
    'unreadable',
    'wrong-address',
    'needs-human',
    'refused-address',
    'session-over',
  ] as const)('[SRC-3] after an hour of %s readings are back within a minute', async (errorCode) => {
    const { vendor, pollUntil, stored } = await connectedSetup();
    vendor.readError = errorCode;
    await pollUntil(NOON + 70 * MINUTE);
    vendor.readError = null;
    await pollUntil(NOON + 71 * MINUTE);
    expect((await stored()).at(-1)).toBe(NOON + 70 * MINUTE);
  });

  test.each(['wrong-login', 'wrong-address', 'needs-human', 'unreadable'] as const)(
    '[SRC-3] one %s from a source that has delivered readings delays readings by a few minutes at most',
    async (errorCode) => {
      const { vendor, pollUntil, stored } = await connectedSetup();
      const pollsBefore = vendor.reads.length;
      vendor.readError = errorCode;
      vendor.duringRead = async () => {
        if (vendor.reads.length > pollsBefore + 1) vendor.readError = null;
      };
      await pollUntil(NOON + 18 * MINUTE);
      expect((await stored()).at(-1)).toBe(NOON + 15 * MINUTE);
    },
  );

  test('[SRC-3] a source that has been unreachable for days is still polled every 15 minutes', async () => {
    const { vendor, pollUntil, stored } = await connectedSetup();
    vendor.readError = 'wrong-address';
    await pollUntil(NOON + DAY);
    vendor.readError = null;
    await pollUntil(NOON + DAY + 19 * MINUTE);
    expect((await stored()).at(-1)).toBeGreaterThanOrEqual(NOON + DAY);
  });

  test('[SRC-3] an empty first answer after an outage is followed by another poll within a minute', async () => {
    const { vendor, pollUntil, stored } = await connectedSetup();
    vendor.readError = 'unreachable';
    await pollUntil(NOON + 31 * MINUTE);
    vendor.readError = null;
    vendor.delayMs = HOUR;
    await pollUntil(NOON + 32 * MINUTE);
    const pollsBefore = vendor.reads.length;
    vendor.delayMs = 5 * SECOND;
    await pollUntil(NOON + 33 * MINUTE);
    expect(vendor.reads.length).toBeGreaterThan(pollsBefore);
    expect((await stored()).at(-1)).toBe(NOON + 30 * MINUTE);
  });

  test('[SRC-3] a vendor that asks to wait while its history is read is not polled before then', async () => {
    const setup = await pollingOfOneWearer(await openStore({ url: null, file: ':memory:' }));
    setup.vendor.readings = everyFive(NOON - 10 * DAY, NOON + DAY);
    await setup.connect();
    await setup.polling.runDuePolls();
    setup.vendor.readError = 'unreachable';
    setup.vendor.retryAfterMs = 10 * MINUTE;
    const before = setup.vendor.reads.length;
    await setup.pollUntil(NOON + 2 * MINUTE);
    expect(setup.vendor.reads[before]?.since).toBeLessThan(NOON - DAY);
    await setup.pollUntil((setup.vendor.reads[before]?.at ?? 0) + 10 * MINUTE - 1);
    expect(setup.vendor.reads.length).toBe(before + 1);
  });

  test('[SRC-3] a clock that was two hours ahead for a while does not stop polling', async () => {
    const { vendor, pollUntil, stored, clock, polling } = await connectedSetup();
    const all = vendor.readings;
    // The vendor's own clock is right all the time.
    vendor.readings = all.filter(({ takenAt }) => takenAt <= NOON + 10 * MINUTE);
    clock.now += 2 * HOUR;
    await pollUntil(clock.now + 90 * SECOND);
    vendor.readings = all;
    clock.now -= 2 * HOUR;
    await polling.runDuePolls();
    const pollsBefore = vendor.reads.length;
    await pollUntil(NOON + 30 * MINUTE);
    expect(vendor.reads.length).toBeGreaterThan(pollsBefore + 2);
    expect(await stored()).toContain(NOON + 25 * MINUTE);
  });

  test('the start and the end of an outage are logged once, however many polls fail', async () => {
    const { vendor, pollUntil, events } = await connectedSetup();
    expect(events()).toEqual([]);
    vendor.readError = 'unreachable';
    await pollUntil(NOON + 2 * HOUR);
    expect(events()).toEqual(['source-failed']);
    vendor.readError = null;
    await pollUntil(NOON + 3 * HOUR);
    expect(events()).toEqual(['source-failed', 'source-recovered']);
  });

  test('an answer without readings does not end an outage', async () => {
    const { vendor, pollUntil, events, polling, wearerId } = await connectedSetup();
    vendor.readError = 'unreachable';
    await pollUntil(NOON + HOUR);
    vendor.readError = null;
    vendor.readings = [];
    await pollUntil(NOON + 2 * HOUR);
    expect(events()).toEqual(['source-failed']);
    expect(await polling.status(wearerId)).toMatchObject({
      status: 'noCurrentData',
      state: 'silent',
      errorCode: null,
      since: new Date(NOON + 5 * MINUTE).toISOString(),
      text: expect.stringContaining('nothing new'),
    });
  });

  test('a bug in Tealight is logged, shown as an unreadable answer, and the poll is repeated', async () => {
    const { vendor, pollUntil, log, polling, wearerId } = await connectedSetup();
    vendor.readError = new TypeError('cannot read this');
    await pollUntil(NOON + 16 * MINUTE);
    expect(log.filter(({ event }) => event === 'source-bug')).toHaveLength(1);
    expect(await polling.status(wearerId)).toMatchObject({ errorCode: 'unreadable' });
    vendor.readError = null;
    await pollUntil(NOON + 2 * HOUR);
    expect(await polling.status(wearerId)).toMatchObject({ status: 'allGood', errorCode: null });
  });

  test('a bug in Tealight is logged also where the source failed before it', async () => {
    const { vendor, pollUntil, log } = await connectedSetup();
    vendor.readError = 'unreachable';
    await pollUntil(NOON + 12 * MINUTE);
    vendor.readError = new TypeError('cannot read this');
    await pollUntil(NOON + 30 * MINUTE);
    expect(log.filter(({ event }) => event === 'source-bug')).toHaveLength(1);
  });

  test('a history that cannot be read does not delay current readings', async () => {
    const setup = await pollingOfOneWearer(await openStore({ url: null, file: ':memory:' }));
    setup.vendor.readings = everyFive(NOON - 10 * DAY, NOON + 2 * DAY);
    await setup.connect();
    await setup.polling.runDuePolls();
    setup.vendor.duringRead = async () => {
      const { since } = setup.vendor.reads.at(-1) ?? { since: 0 };
      setup.vendor.readError = since < NOON - DAY ? 'unreachable' : null;
    };
    await setup.pollUntil(NOON + 30 * MINUTE);
    expect((await setup.stored()).at(-1)).toBe(NOON + 25 * MINUTE);
    setup.vendor.duringRead = async () => {
      setup.vendor.readError = null;
    };
    await setup.pollUntil(NOON + 2 * HOUR);
    expect((await setup.stored())[0]).toBe(NOON - 10 * DAY);
  });

  test('a history that was read is not read again', async () => {
    const { vendor, pollUntil, stored } = await connectedSetup();
    expect((await stored())[0]).toBe(NOON - HOUR);
    expect(vendor.reads.filter(({ since }) => since < NOON - DAY)).toHaveLength(1);
    await pollUntil(NOON + 20 * MINUTE + SECOND);
    expect(vendor.reads.filter(({ since }) => since < NOON - DAY)).toHaveLength(1);
  });
});
