import { expect, test } from 'vitest';
import { DAY, evenlySpaced, flat, START } from '../../test/readings.ts';
import { seriesOf } from '../series/series.ts';
import { statisticsOf } from './statistics.ts';
import { tallyOf } from './tally.ts';

const twoWeeks = { from: START, to: START + 14 * DAY };
const of = (readings: { takenAt: number; mgdl: number }[], period = twoWeeks) =>
  statisticsOf(tallyOf(seriesOf(readings)), period, 'adult');

test('[DASH-7] two full weeks have bands, mean, GMI, CV, risk index, goals and their share of readings', () => {
  const fine = [...flat(100, 7 * DAY), ...flat(160, 7 * DAY, 5, START + 7 * DAY)];
  const statistics = of(fine);
  expect(statistics).toMatchObject({
    readings: 4032,
    sufficiency: { isEnough: true, coverage: 1 },
    shares: { target: 1 },
    lowestMgdl: 100,
    highestMgdl: 160,
    meanMgdl: 130,
    cvPercent: expect.closeTo(23.08, 2),
    gmiPercent: expect.closeTo(6.42, 2),
    riskIndex: { score: 0, zone: 'A' },
  });
  expect(statistics?.goals?.map(({ isMet }) => isMet)).toEqual([true, true, true, true, true]);
});

test('[DASH-7] a day has bands, mean and CV but neither GMI nor risk index nor goals', () => {
  const day = of(flat(100, DAY), { from: START, to: START + DAY });
  expect(day).toMatchObject({ meanMgdl: 100, cvPercent: 0, gmiPercent: null, riskIndex: null, goals: null });
});

test('one reading has a mean and no deviation, none has no statistics', () => {
  expect(of(evenlySpaced([112]))).toMatchObject({
    readings: 1,
    meanMgdl: 112,
    sdMgdl: null,
    cvPercent: null,
  });
  expect(of([])).toBeNull();
});

test('statistics can be written as JSON and read again', () => {
  const statistics = of(flat(100, 14 * DAY));
  expect(JSON.parse(JSON.stringify(statistics))).toEqual(statistics);
});

test('a period that ends before it starts is rejected', () => {
  expect(() => of([], { from: START, to: START })).toThrow('A period must end after it begins');
});
