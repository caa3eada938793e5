import fc from 'fast-check';
import { expect, test } from 'vitest';
import { SECOND } from '../times.ts';
import { openPlaces, roomFor, type UnderWay } from './places.ts';

const NOW = 1_000_000;
const asks = (count: number, isFailing: boolean, forMs: number): UnderWay[] =>
  Array.from({ length: count }, () => ({ isFailing, begunAt: NOW - forMs }));

test.each([
  ['nothing is under way', [], { most: 250, withoutFailing: false }],
  ['some are', asks(100, false, SECOND), { most: 150, withoutFailing: false }],
  ['as many as may be are', asks(250, false, SECOND), { most: 0, withoutFailing: false }],
  ['those that are have become slow', asks(250, false, 3 * SECOND), { most: 250, withoutFailing: false }],
  ['failing ones fill their places', asks(250, true, SECOND), { most: 250, withoutFailing: true }],
  ['failing ones leave a few places', asks(220, true, SECOND), { most: 30, withoutFailing: false }],
  ['slow ones fill everything', asks(1000, false, 9 * SECOND), { most: 0, withoutFailing: false }],
])('[SRC-3] while %s there is room for %o', (_, underWay, room) => {
  expect(roomFor(underWay, NOW)).toEqual(room);
});

test('[SRC-3] however slow or failing they are, no more are under way than a bound', () => {
  const ask = fc.record({ isFailing: fc.boolean(), forMs: fc.integer({ min: 0, max: 20 * SECOND }) });
  fc.assert(
    fc.property(fc.array(ask, { maxLength: 1000 }), (list) => {
      const underWay = list.map(({ isFailing, forMs }) => ({ isFailing, begunAt: NOW - forMs }));
      const { most, withoutFailing } = roomFor(underWay, NOW);
      const failing = underWay.filter(({ isFailing }) => isFailing).length;
      expect(underWay.length + most).toBeLessThanOrEqual(1000);
      if (!withoutFailing && failing <= 250) expect(failing + most).toBeLessThanOrEqual(250 + failing);
    }),
  );
});

test('[SRC-3] one address has twenty places, and gets back what it gives back', () => {
  const places = openPlaces();
  const taken = Array.from({ length: 25 }, () => places.take('here'));
  expect(taken.filter(Boolean)).toHaveLength(20);
  expect([places.take('there'), places.take(null)]).toEqual([true, true]);
  places.giveBack('here');
  expect([places.take('here'), places.take('here')]).toEqual([true, false]);
});
