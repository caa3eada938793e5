import fc from 'fast-check';
import { expect, test } from 'vitest';
import { SECOND } from '../../shared/time-units.ts';
import { capacityFor, openAddressLimit, openBackfillLimit, type RunningPoll } from './concurrency.ts';

const NOW = 1_000_000;
const polls = (count: number, isFailing: boolean, forMs: number): RunningPoll[] =>
  Array.from({ length: count }, () => ({ isFailing, startedAt: NOW - forMs }));

test.each([
  ['no poll is running', [], { limit: 250, skipFailing: false }],
  ['some polls are running', polls(100, false, SECOND), { limit: 150, skipFailing: false }],
  ['as many polls as allowed are running', polls(250, false, SECOND), { limit: 0, skipFailing: false }],
  ['the running polls have become slow', polls(250, false, 3 * SECOND), { limit: 250, skipFailing: false }],
  ['failing connections use all their places', polls(250, true, SECOND), { limit: 250, skipFailing: true }],
  ['failing connections leave a few places', polls(220, true, SECOND), { limit: 30, skipFailing: false }],
  ['slow polls use all places', polls(1000, false, 9 * SECOND), { limit: 0, skipFailing: false }],
  ['slow polls leave a few places', polls(990, false, 9 * SECOND), { limit: 10, skipFailing: false }],
  ['polls take almost three seconds', polls(10, false, 3 * SECOND - 1), { limit: 240, skipFailing: false }],
  ['failing connections leave 25 places', polls(225, true, SECOND), { limit: 25, skipFailing: false }],
  ['failing connections leave 24 places', polls(226, true, SECOND), { limit: 250, skipFailing: true }],
  ['more polls than allowed are running', polls(260, false, SECOND), { limit: 0, skipFailing: false }],
  [
    'some fail and some do not',
    [...polls(100, true, SECOND), ...polls(200, false, SECOND)],
    { limit: 50, skipFailing: false },
  ],
])('[SRC-3] while %s the capacity is %o', (_, running, capacity) => {
  expect(capacityFor(running, NOW)).toEqual(capacity);
});

test('[SRC-3] however slow or failing they are, the number of running polls is limited', () => {
  const poll = fc.record({ isFailing: fc.boolean(), forMs: fc.integer({ min: 0, max: 20 * SECOND }) });
  fc.assert(
    fc.property(fc.array(poll, { maxLength: 1000 }), (list) => {
      const running = list.map(({ isFailing, forMs }) => ({ isFailing, startedAt: NOW - forMs }));
      const { limit, skipFailing } = capacityFor(running, NOW);
      const failing = running.filter(({ isFailing }) => isFailing).length;
      expect(running.length + limit).toBeLessThanOrEqual(1000);
      if (!skipFailing && failing <= 250) expect(failing + limit).toBeLessThanOrEqual(250 + failing);
    }),
  );
});

test('[SRC-3] one address gets twenty polls at once, and another when one has ended', () => {
  const limit = openAddressLimit();
  const acquired = Array.from({ length: 25 }, () => limit.acquire('here'));
  expect(acquired.filter(Boolean)).toHaveLength(20);
  expect([limit.acquire('there'), limit.acquire(null)]).toEqual([true, true]);
  limit.release('here');
  expect([limit.acquire('here'), limit.acquire('here')]).toEqual([true, false]);
});

test('[SRC-3] an address whose polls have all ended gets twenty again, and not more', () => {
  const limit = openAddressLimit();
  limit.release('here');
  for (let round = 0; round < 2; round += 1) {
    const acquired = Array.from({ length: 21 }, () => limit.acquire('here'));
    expect(acquired.filter(Boolean)).toHaveLength(20);
    for (let count = 0; count < 20; count += 1) limit.release('here');
  }
});

test('[SRC-3] polls whose address is not known yet are not limited', () => {
  const limit = openAddressLimit();
  expect(Array.from({ length: 25 }, () => limit.acquire(null))).not.toContain(false);
  limit.release(null);
  expect(limit.acquire(null)).toBe(true);
});

test('[SRC-3] six histories are read at once, and another when one has ended', () => {
  const limit = openBackfillLimit();
  expect(Array.from({ length: 7 }, () => limit.acquire())).toEqual([...Array(6).fill(true), false]);
  limit.release();
  expect([limit.acquire(), limit.acquire()]).toEqual([true, false]);
});
