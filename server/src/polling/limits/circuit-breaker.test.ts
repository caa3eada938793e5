import { SourceError, type SourceErrorCode } from '@tealight/sources';
import { describe, expect, test } from 'vitest';
import { pollingNode } from '../../../test/polling/polling.ts';
import { everyFive, fakeVendor, NOON, SECRET } from '../../../test/polling/vendor.ts';
import { newWearer } from '../../../test/wearers.ts';
import { DAY, HOUR, MINUTE, SECOND } from '../../shared/time-units.ts';
import { openStore } from '../../store/store.ts';
import { hashVendorAddress, openCircuitBreakers } from './circuit-breaker.ts';

const ADDRESS = hashVendorAddress('vendor.example');
const failAll = (
  circuitBreakers: ReturnType<typeof openCircuitBreakers>,
  errorCode: SourceErrorCode,
  wearers: number[],
  retryAfterMs?: number,
) =>
  wearers.map((wearerId) =>
    circuitBreakers.recordFailure(ADDRESS, wearerId, {
      error: new SourceError('fake', errorCode, { retryAfterMs }),
      now: NOON,
    }),
  );

describe('[SRC-3] the circuit breaker of a vendor’s address', () => {
  test('lets one poll through every ten seconds while no poll gets an answer, and closes with the first answer', () => {
    const circuitBreakers = openCircuitBreakers();
    expect(failAll(circuitBreakers, 'unreachable', [1, 2, 3])).toEqual([false, false, true]);
    expect(circuitBreakers.errorIfOpen(ADDRESS, NOON + 9 * SECOND)).toBe('unreachable');
    expect(circuitBreakers.errorIfOpen(ADDRESS, NOON + 10 * SECOND)).toBeNull();
    expect(circuitBreakers.errorIfOpen(ADDRESS, NOON + 11 * SECOND)).toBe('unreachable');
    circuitBreakers.recordAnswer(ADDRESS);
    expect(circuitBreakers.errorIfOpen(ADDRESS, NOON + 11 * SECOND)).toBeNull();
  });

  test.each(['unreadable', 'wrong-address'] as const)('treats %s as unreachable', (errorCode) => {
    const circuitBreakers = openCircuitBreakers();
    failAll(circuitBreakers, errorCode, [1, 2, 3]);
    expect(circuitBreakers.errorIfOpen(ADDRESS, NOON + 9 * SECOND)).toBe(errorCode);
    expect(circuitBreakers.errorIfOpen(ADDRESS, NOON + 10 * SECOND)).toBeNull();
  });

  test('lets nobody through for as long as an unreachable vendor asks to wait', () => {
    const circuitBreakers = openCircuitBreakers();
    failAll(circuitBreakers, 'unreachable', [1, 2, 3], 5 * MINUTE);
    expect(circuitBreakers.errorIfOpen(ADDRESS, NOON + 5 * MINUTE - 1)).toBe('unreachable');
    expect(circuitBreakers.errorIfOpen(ADDRESS, NOON + 5 * MINUTE)).toBeNull();
  });

  test('stays closed for the others when one wearer gets no answer again and again', () => {
    const circuitBreakers = openCircuitBreakers();
    failAll(circuitBreakers, 'unreachable', [1, 1, 1, 1, 1, 2]);
    expect(circuitBreakers.errorIfOpen(ADDRESS, NOON)).toBeNull();
  });

  test('lets nobody through for as long as a vendor asks two wearers to wait, up to five minutes', () => {
    const circuitBreakers = openCircuitBreakers();
    failAll(circuitBreakers, 'too-many-calls', [1, 2], 5 * MINUTE);
    expect(circuitBreakers.errorIfOpen(ADDRESS, NOON + 5 * MINUTE - 1)).toBe('too-many-calls');
    expect(circuitBreakers.errorIfOpen(ADDRESS, NOON + 5 * MINUTE)).toBeNull();
  });

  test.each([
    ['too-many-calls', [1, 2]],
    ['unreachable', [1, 2, 3]],
  ] as const)(
    'lets a probe through after five minutes, however long some wearers are to wait (%s)',
    (errorCode, wearers) => {
      const circuitBreakers = openCircuitBreakers();
      failAll(circuitBreakers, errorCode, [...wearers], DAY);
      expect(circuitBreakers.errorIfOpen(ADDRESS, NOON + 5 * MINUTE - 1)).toBe(errorCode);
      expect(circuitBreakers.errorIfOpen(ADDRESS, NOON + 5 * MINUTE)).toBeNull();
      expect(circuitBreakers.errorIfOpen(ADDRESS, NOON + 5 * MINUTE)).toBe(errorCode);
    },
  );

  test('stays closed when the vendor rejects logins', () => {
    const circuitBreakers = openCircuitBreakers();
    failAll(circuitBreakers, 'wrong-login', [1, 2, 3, 4, 5]);
    expect(circuitBreakers.errorIfOpen(ADDRESS, NOON)).toBeNull();
  });

  test('spreads the wearers who wait over less than a minute', () => {
    const circuitBreakers = openCircuitBreakers();
    failAll(circuitBreakers, 'unreachable', [1, 2, 3]);
    const resumeAfter = [0, 0.5, 0.99].map(
      (random) => circuitBreakers.resumeAt(ADDRESS, NOON, random) - NOON,
    );
    expect(resumeAfter).toEqual([15_000, 27_500, 39_750]);
  });

  test('is closed for an unknown address', () => {
    const circuitBreakers = openCircuitBreakers();
    expect([circuitBreakers.errorIfOpen(null, NOON), circuitBreakers.errorIfOpen(ADDRESS, NOON)]).toEqual([
      null,
      null,
    ]);
  });

  test('is stored under a hash that does not reveal the address', () => {
    expect(hashVendorAddress('my-child.example')).not.toMatch(/child|example/);
  });
});

test('[SRC-3] two wearers who are to wait for a day wait alone, and the others of the vendor five minutes', async () => {
  const store = await openStore({ url: null, file: ':memory:' });
  const clock = { now: NOON };
  const { vendor, source } = fakeVendor(clock, { historyMs: DAY });
  const { polling } = pollingNode(store, clock, source);
  const connect = async () => {
    const wearerId = await newWearer(store);
    await polling.connect(wearerId, 'dexcom', { password: SECRET });
    return wearerId;
  };
  vendor.readings = everyFive(NOON - HOUR, NOON + 2 * DAY);
  const other = await connect();
  await polling.runDuePolls();
  const limited = [await connect(), await connect()];
  Object.assign(vendor, { readError: 'too-many-calls', retryAfterMs: DAY });
  await polling.runDuePolls();
  vendor.readError = null;
  const pollUntil = async (until: number, stepMs: number) => {
    for (; clock.now < until; clock.now += stepMs) await polling.runDuePolls();
  };
  await pollUntil(NOON + 4 * MINUTE, 5 * SECOND);
  expect(vendor.reads).toHaveLength(3);
  await pollUntil(NOON + 6 * MINUTE, 5 * SECOND);
  expect(await polling.status(other)).toMatchObject({ state: 'fine' });
  await polling.disconnect(other, { clearCredentials: true });
  const reads = vendor.reads.length;
  await pollUntil(NOON + DAY, 5 * MINUTE);
  expect(vendor.reads.length).toBe(reads);
  expect(await polling.statuses(limited)).toMatchObject([
    { errorCode: 'too-many-calls' },
    { errorCode: 'too-many-calls' },
  ]);
  await pollUntil(NOON + DAY + 30 * MINUTE, MINUTE);
  expect(await polling.statuses(limited)).toMatchObject([{ state: 'fine' }, { state: 'fine' }]);
});
