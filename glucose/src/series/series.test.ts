import fc from 'fast-check';
import { expect, test } from 'vitest';
import { evenlySpaced, flat, HOUR, MINUTE, START } from '../../test/readings.ts';
import { type Series, seriesOf, within } from './series.ts';

const minutesOf = ({ takenAt }: Series) => [...takenAt].map((at) => (at - START) / MINUTE);
const weightMinutes = ({ weightMs }: Series) => [...weightMs].map((ms) => ms / MINUTE);

test('readings in any order become a series in order of time', () => {
  fc.assert(
    fc.property(fc.shuffledSubarray(flat(100, 4 * HOUR)), (readings) => {
      const { takenAt } = seriesOf(readings);
      expect([...takenAt]).toEqual([...readings.map((reading) => reading.takenAt)].sort((a, b) => a - b));
    }),
  );
});

test('readings that arrive newest first are reversed', () => {
  expect(minutesOf(seriesOf(evenlySpaced([100, 110, 120]).toReversed()))).toEqual([0, 5, 10]);
});

test('a reading counts until the next one, at most 15 minutes, and the last one for its rhythm', () => {
  const readings = [0, 5, 10, 15, 25, 100].map((minute) => ({ takenAt: START + minute * MINUTE, mgdl: 100 }));
  expect(weightMinutes(seriesOf(readings))).toEqual([5, 5, 5, 10, 15, 5]);
  expect(weightMinutes(seriesOf(evenlySpaced([100, 100, 100, 100], 1)))).toEqual([1, 1, 1, 1]);
});

test('of two readings of a five-minute sensor less than two and a half minutes apart only the earlier counts', () => {
  const minutes = [0, 5, 7.4, 10, 15, 17.5, 20, 25];
  const series = seriesOf(
    minutes.map((minute) => ({ takenAt: START + minute * MINUTE, mgdl: 100 + minute })),
  );
  expect(minutesOf(series)).toEqual([0, 5, 10, 15, 17.5, 20, 25]);
  expect([...series.mgdl]).toEqual([100, 105, 110, 115, 117, 120, 125]);
});

test('all readings of a one-minute sensor count, except duplicates', () => {
  const readings = flat(100, HOUR, 1);
  const duplicates = readings.map(({ takenAt, mgdl }) => ({ takenAt: takenAt + 20_000, mgdl }));
  expect([...seriesOf([...readings, ...duplicates]).takenAt]).toEqual([...seriesOf(readings).takenAt]);
  expect(seriesOf(readings).takenAt).toHaveLength(60);
});

test('a part of a series has the readings from its start up to, not including, its end', () => {
  const series = seriesOf(flat(100, HOUR));
  const part = within(series, { from: START + 10 * MINUTE, to: START + 20 * MINUTE });
  expect(minutesOf(part)).toEqual([10, 15]);
  expect(part.mgdl).toHaveLength(2);
  expect(part.weightMs).toHaveLength(2);
  expect(minutesOf(within(series, { from: START - HOUR, to: START }))).toEqual([]);
});

test('a series without readings is empty', () => {
  expect(seriesOf([]).takenAt).toHaveLength(0);
});
