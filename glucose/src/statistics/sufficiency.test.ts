import { expect, test } from 'vitest';
import { DAY, flat, HOUR, START } from '../../test/readings.ts';
import { seriesOf } from '../series/series.ts';
import { sufficiencyOf } from './sufficiency.ts';
import { tallyOf } from './tally.ts';

const judged = (days: number, coveredMs: number) =>
  sufficiencyOf(tallyOf(seriesOf(flat(100, coveredMs))), { from: START, to: START + days * DAY });

test('[DASH-7] 14 days with 70% of the readings are enough, with fewer they are not, and a sentence says so', () => {
  expect(judged(14, 14 * DAY)).toEqual({
    isEnough: true,
    coverage: 1,
    sentence: 'Readings cover 100% of these 14 days.',
  });
  expect(judged(14, 14 * 0.701 * DAY).isEnough).toBe(true);
  expect(judged(14, 14 * 0.69 * DAY)).toMatchObject({
    isEnough: false,
    sentence: 'Readings cover 69% of these 14 days. GMI and goals need 70% of 14 days.',
  });
});

test('[DASH-7] a shorter time is never enough, however complete', () => {
  expect(judged(1, DAY)).toMatchObject({
    isEnough: false,
    sentence: 'Readings cover 100% of these 24 hours. GMI and goals need 14 days.',
  });
  expect(judged(1 / 24, HOUR).sentence).toBe('Readings cover 100% of this hour. GMI and goals need 14 days.');
  expect(judged(7, 7 * DAY).isEnough).toBe(false);
});

test('14 local days count as 14 days even when the clocks go forward', () => {
  const to = START + 14 * DAY - HOUR;
  expect(sufficiencyOf(tallyOf(seriesOf(flat(100, 14 * DAY - HOUR))), { from: START, to }).isEnough).toBe(
    true,
  );
});

test('[DASH-7] today is one of 14 days, though it is not over, and a longer 13th day is none more', () => {
  const judgedFor = (lengthMs: number) =>
    sufficiencyOf(tallyOf(seriesOf(flat(100, lengthMs))), { from: START, to: START + lengthMs });
  expect(judgedFor(13 * DAY + 14 * HOUR)).toMatchObject({
    isEnough: true,
    sentence: 'Readings cover 100% of these 14 days.',
  });
  expect(judgedFor(13 * DAY + 9 * HOUR).sentence).toBe('Readings cover 100% of these 14 days.');
  expect(judgedFor(14 * DAY + HOUR).sentence).toBe('Readings cover 100% of these 14 days.');
  expect(judgedFor(13 * DAY + HOUR)).toMatchObject({
    isEnough: false,
    sentence: 'Readings cover 100% of these 13 days. GMI and goals need 14 days.',
  });
});

test('[DASH-7] a long time that is mostly empty says that the rest is not known', () => {
  expect(judged(90, 20 * DAY)).toMatchObject({
    isEnough: true,
    sentence: 'Readings cover 22% of these 90 days. The rest of the time is not known.',
  });
  expect(judged(90, 5 * DAY)).toMatchObject({
    isEnough: false,
    sentence: 'Readings cover 6% of these 90 days. GMI and goals need 70% of 14 days.',
  });
});

test('a sentence says when there are no readings', () => {
  expect(judged(14, 0)).toEqual({
    isEnough: false,
    coverage: 0,
    sentence: 'There are no readings in this time.',
  });
});
