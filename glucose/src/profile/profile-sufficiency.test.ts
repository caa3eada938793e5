import { expect, test } from 'vitest';
import { DAY, flat, HOUR, START, type Taken } from '../../test/readings.ts';
import { seriesOf } from '../series/series.ts';
import { profileSufficiencyOf } from './profile-sufficiency.ts';

const period = { from: START, to: START + 14 * DAY };
const judged = (readings: Taken[]) => profileSufficiencyOf(seriesOf(readings), period, 'UTC');
const daily = (days: number, spanMs: number) =>
  Array.from({ length: days }, (_, day) => flat(100, spanMs, 5, START + day * DAY)).flat();

test('[DASH-7] seven days with 70% of their readings make a profile', () => {
  expect(judged(daily(7, 17 * HOUR))).toEqual({
    isEnough: true,
    days: 7,
    sentence: 'This is how 7 days went.',
  });
});

test('[DASH-7] fewer days or fewer readings do not, and a sentence says what is missing', () => {
  expect(judged(daily(6, DAY))).toEqual({
    isEnough: false,
    days: 6,
    sentence: 'A profile needs 7 days with 70% of their readings. 6 days have readings so far.',
  });
  expect(judged(daily(14, 16 * HOUR))).toMatchObject({ isEnough: false, days: 14 });
});

test('a day with less than an hour of readings does not count, and the best seven decide', () => {
  expect(judged([...daily(7, DAY), ...flat(100, 50 * 60_000, 5, START + 9 * DAY)]).days).toBe(7);
  expect(judged([...daily(7, DAY), ...flat(100, 2 * HOUR, 5, START + 9 * DAY)])).toMatchObject({
    isEnough: true,
    days: 8,
  });
});

test('[DASH-7] seven good days are enough after a week of poor ones', () => {
  const good = daily(7, DAY).map(({ takenAt, mgdl }) => ({ takenAt: takenAt + 7 * DAY, mgdl }));
  expect(judged([...daily(7, 2 * HOUR), ...good])).toMatchObject({ isEnough: true, days: 14 });
});

test('days are the local ones', () => {
  const evening = flat(100, 2 * HOUR, 5, START + 23 * HOUR);
  expect(profileSufficiencyOf(seriesOf(evening), period, 'UTC').days).toBe(2);
  expect(profileSufficiencyOf(seriesOf(evening), period, 'America/New_York').days).toBe(1);
  expect(judged([]).sentence).toBe(
    'A profile needs 7 days with 70% of their readings. No days have readings so far.',
  );
});

test.each([
  ['Pacific/Auckland, 13 hours ahead', 'Pacific/Auckland', START + 10 * HOUR],
  ['America/New_York, 5 hours behind', 'America/New_York', START + 4 * HOUR],
  ['Europe/Berlin, an hour ahead', 'Europe/Berlin', Date.UTC(2026, 2, 27, 22)],
  ['Europe/Berlin, two hours ahead after the change of clocks', 'Europe/Berlin', Date.UTC(2026, 2, 31, 21)],
])('two hours around midnight are of two days in %s', (_, timeZone, from) => {
  const around = { from: from - 5 * DAY, to: from + 5 * DAY };
  const daysOf = (readings: Taken[]) => profileSufficiencyOf(seriesOf(readings), around, timeZone).days;
  expect(daysOf(flat(100, 2 * HOUR, 5, from))).toBe(2);
  expect(daysOf(flat(100, 2 * HOUR, 5, from + HOUR))).toBe(1);
});

test('[DASH-7] one day counts as one', () => {
  expect(judged(daily(1, DAY)).sentence).toBe(
    'A profile needs 7 days with 70% of their readings. Only one day has readings so far.',
  );
});
