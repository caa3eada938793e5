import { expect, test } from 'vitest';
import { DAY, flat, HOUR, MINUTE, START } from '../../test/readings.ts';
import { seriesOf, within } from '../series/series.ts';
import { addTallies, coveredBy, tallyOf } from './tally.ts';

const coveredHours = (readings: { takenAt: number; mgdl: number }[]) =>
  tallyOf(seriesOf(readings)).coveredMs / HOUR;

test.each([1, 5, 15])('[DASH-7] all readings of a %i-minute sensor cover the whole day', (minutes) => {
  expect(coveredHours(flat(100, DAY, minutes))).toBeCloseTo(24, 10);
});

test.each([1, 5])(
  '[DASH-7] every fourth reading of a %i-minute sensor missed is a quarter of the day missed',
  (minutes) => {
    const readings = flat(100, DAY, minutes).filter((_, index) => index % 4 !== 3);
    expect(coveredHours(readings)).toBeCloseTo(18, 1);
  },
);

test('[DASH-7] readings a few seconds early or late cover the whole day too', () => {
  const readings = flat(100, DAY).map(({ takenAt, mgdl }, index) => ({
    takenAt: takenAt + (index % 3) * 2000,
    mgdl,
  }));
  expect(coveredHours(readings)).toBeCloseTo(24, 2);
});

test('[DASH-7] a reading covers up to one and a half rhythms, and one rhythm when the next one is later', () => {
  const every = 5 * MINUTE;
  expect([every, 1.5 * every, 1.5 * every + 1, 2 * every].map((ms) => coveredBy(ms, every))).toEqual([
    ...[every, 1.5 * every],
    ...[every, every],
  ]);
});

test('a duplicate reading covers no more than once', () => {
  const readings = flat(100, DAY);
  const duplicates = readings.map(({ takenAt, mgdl }) => ({ takenAt: takenAt + 30_000, mgdl }));
  expect(coveredHours([...readings, ...duplicates])).toBeCloseTo(24, 10);
});

test('the sum of the tallies of several days is the tally of all of them', () => {
  const readings = [...flat(60, 2 * DAY), ...flat(210, DAY, 1, START + 2 * DAY + 7 * MINUTE)];
  const series = seriesOf(readings);
  const days = [0, 1, 2, 3].map((day) =>
    tallyOf(within(series, { from: START + day * DAY, to: START + (day + 1) * DAY })),
  );
  expect(addTallies(days)).toEqual(tallyOf(series));
});

test('a value above the range of every sensor counts as the highest value', () => {
  const { weightMs } = tallyOf(seriesOf([{ takenAt: START, mgdl: 2000 }]));
  expect(weightMs.at(-1)).toBe(5 * MINUTE);
});
