import fc from 'fast-check';
import { expect, test } from 'vitest';
import { SECOND } from '../../shared/time-units.ts';
import { capacityFor, openAddressLimit, type RunningPoll } from './concurrency.ts';

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
