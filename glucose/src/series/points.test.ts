import fc from 'fast-check';
import { expect, test } from 'vitest';
import { evenlySpaced, flat, HOUR, START } from '../../test/readings.ts';
import { pointsOf } from './points.ts';
import { type Series, seriesOf } from './series.ts';

const anyDay = fc.array(fc.integer({ min: 39, max: 400 }), { minLength: 1, maxLength: 400, size: 'max' });
/** Some readings are missing, so that there are gaps of every length. */
const anyHoles = fc.array(fc.integer({ min: 0, max: 399 }), { maxLength: 300, size: 'max' });
const taken = (values: number[], holes: number[]) =>
  evenlySpaced(values).filter((_, index) => !holes.includes(index));
/** Whether a gap follows the reading. With many holes, the sensor is taken for one of a slower rhythm. */
const isBeforeGap = ({ takenAt, everyMs }: Series, index: number) =>
  (takenAt[index + 1] ?? 0) - (takenAt[index] ?? 0) > Math.max(15 * 60_000, 1.5 * (everyMs[index] ?? 0));

test('[DASH-7] thinning keeps the lowest and the highest reading of every part of the time', () => {
  fc.assert(
    fc.property(anyDay, anyHoles, fc.integer({ min: 2, max: 100 }), (values, holes, most) => {
      const series = seriesOf(taken(values, holes));
      const { takenAt, mgdl } = pointsOf(series, most);
      const partMs = ((series.takenAt.at(-1) ?? 0) - (series.takenAt[0] ?? 0) + 1) / Math.floor(most / 2);
      const extremes = (times: ArrayLike<number>, values: ArrayLike<number | null>) => {
        const found = new Map<number, [number, number]>();
        Array.from(times).forEach((at, index) => {
          const value = values[index] ?? null;
          if (value === null) return;
          const part = Math.floor((at - (series.takenAt[0] ?? 0)) / partMs);
          const [low, high] = found.get(part) ?? [value, value];
          found.set(part, [Math.min(low, value), Math.max(high, value)]);
        });
        return found;
      };
      expect(extremes(takenAt, mgdl)).toEqual(extremes(series.takenAt, series.mgdl));
    }),
  );
});

test('[DASH-7] every gap over 15 minutes, and over one and a half times the rhythm, stays open, and no other gap is made', () => {
  fc.assert(
    fc.property(anyDay, anyHoles, fc.integer({ min: 2, max: 500 }), (values, holes, most) => {
      const series = seriesOf(taken(values, holes));
      const { takenAt, mgdl } = pointsOf(series, most);
      const open = takenAt.filter((_, index) => mgdl[index] === null);
      const gaps = [...series.takenAt].filter((_, index) => isBeforeGap(series, index));
      expect(open).toEqual(gaps.map((at) => at + 1));
    }),
  );
});

test('[DASH-7] the readings on both sides of a gap, the first and the last stay', () => {
  fc.assert(
    fc.property(anyDay, anyHoles, fc.integer({ min: 2, max: 50 }), (values, holes, most) => {
      const series = seriesOf(taken(values, holes));
      const edges = [...series.takenAt].filter(
        (_, index, { length }) =>
          [0, length - 1].includes(index) || isBeforeGap(series, index - 1) || isBeforeGap(series, index),
      );
      expect(pointsOf(series, most).takenAt).toEqual(expect.arrayContaining(edges));
    }),
  );
});

test('every point is a reading, in order of time', () => {
  fc.assert(
    fc.property(anyDay, anyHoles, (values, holes) => {
      const readings = taken(values, holes);
      const known = new Map(readings.map(({ takenAt, mgdl }) => [takenAt, mgdl]));
      const { takenAt, mgdl } = pointsOf(seriesOf(readings), 20);
      expect(takenAt).toEqual(takenAt.toSorted((a, b) => a - b));
      takenAt.forEach((at, index) => {
        if (mgdl[index] !== null) expect(known.get(at)).toBe(mgdl[index]);
      });
    }),
  );
});

test('a day of one-minute readings is thinned to the requested number, a few hours are not thinned', () => {
  const wave = evenlySpaced(
    Array.from({ length: 1440 }, (_, index) => Math.round(150 + 60 * Math.sin(index / 50))),
    1,
  );
  const { takenAt } = pointsOf(seriesOf(wave), 500);
  expect(takenAt.length).toBeLessThanOrEqual(502);
  expect(takenAt.length).toBeGreaterThan(250);
  expect([takenAt[0], takenAt.at(-1)]).toEqual([START, wave.at(-1)?.takenAt]);
  expect(pointsOf(seriesOf(flat(100, 3 * HOUR)), 500).takenAt).toHaveLength(36);
});

test('without readings nothing is drawn', () => {
  expect(pointsOf(seriesOf([]), 100)).toEqual({ takenAt: [], mgdl: [] });
});

test('[DASH-7] a sensor that measures every 15 minutes, plus or minus a few seconds, has no gaps', () => {
  const quarter = 15 * 60_000;
  const readings = Array.from({ length: 96 }, (_, index) => ({
    takenAt: START + index * quarter + (index % 3) * 4000,
    mgdl: 100 + (index % 20),
  }));
  expect(pointsOf(seriesOf(readings), 500).mgdl).not.toContain(null);
});

test.each([
  ['15 minutes of a five-minute sensor', 5, 15, false],
  ['more than 15 minutes of a five-minute sensor', 5, 15.001, true],
  ['one and a half times its rhythm of a sensor of 15 minutes', 15, 22.5, false],
  ['more than that', 15, 22.501, true],
])(
  '[DASH-7] %s: between readings %i minutes apart as a rule, %d minutes are a gap: %s',
  (_, everyMinutes, apartMinutes, isGap) => {
    const before = flat(100, 48 * everyMinutes * 60_000, everyMinutes);
    const from = (before.at(-1)?.takenAt ?? 0) + apartMinutes * 60_000;
    const after = flat(100, 48 * everyMinutes * 60_000, everyMinutes, from);
    expect(pointsOf(seriesOf([...before, ...after]), 500).mgdl.includes(null)).toBe(isGap);
  },
);

test('when there are no more readings than requested, all are drawn', () => {
  expect(pointsOf(seriesOf(flat(100, 3 * HOUR)), 36).takenAt).toHaveLength(36);
  expect(pointsOf(seriesOf(flat(100, 3 * HOUR)), 35).takenAt.length).toBeLessThan(36);
});
