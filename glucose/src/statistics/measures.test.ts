import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { tallyEvenlySpaced } from '../../test/readings.ts';
import { cvOf, gmiOf, meanOf, riskIndexOf, sdOf } from './measures.ts';
import { timeInRange } from './time-in-range.ts';

const everyEdge = [39, 53, 54, 62, 63, 69, 70, 140, 141, 180, 181, 250, 251, 400];

// Mean, SD, CV and GMI, then the percentages of the five bands, then the risk index.
const worked = [
  [
    'every band edge once',
    everyEdge,
    [139.5, 104.667789, 75.030673, 6.64684],
    [2, 4, 4, 2, 2].map((n) => n / 0.14),
    100,
  ],
  ['flat at 112.5', [112, 112, 113, 113], [112.5, 0.57735, 0.5132, 6.001], [0, 0, 100, 0, 0], 0],
  ['four rising values', [100, 110, 120, 130], [115, 12.909944, 11.226039, 6.0608], [0, 0, 100, 0, 0], 0],
  ['all very high', Array(10).fill(300), [300, 0, 0, 10.486], [0, 0, 0, 0, 100], 100],
  ['all very low', Array(10).fill(45), [45, 0, 0, 4.3864], [100, 0, 0, 0, 0], 100],
  [
    'one low in a day',
    [...Array(287).fill(100), 65],
    [99.878472, 2.062395, 2.064904, 5.699093],
    [0, 0.347222, 99.652778, 0, 0],
    0.833333,
  ],
] as const;

test.each(worked)(
  '[DASH-7] %s: mean, SD, CV, GMI, bands and risk index as calculated by hand',
  (_name, values, plain, shares, risk) => {
    const tally = tallyEvenlySpaced(values);
    const mean = meanOf(tally) as number;
    [mean, sdOf(tally), cvOf(tally), gmiOf(mean)].forEach((value, index) => {
      expect(value).toBeCloseTo(plain[index] as number, 5);
    });
    const found = Object.values(timeInRange(tally, 'adult') ?? {});
    found.forEach((share, index) => {
      expect(share * 100).toBeCloseTo(shares[index] as number, 5);
    });
    expect(found).toHaveLength(5);
    expect(riskIndexOf(tally)?.score).toBeCloseTo(risk, 5);
  },
);

test('[DASH-7] a week of real readings has the published mean, SD, CV and GMI', () => {
  const file = new URL('../../test/clarity-sample.csv', import.meta.url);
  const values = readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => Number(line.split(',')[1]));
  // The published figures omit the first value.
  const tally = tallyEvenlySpaced(values.slice(1));
  expect(tally.readings).toBe(2147);
  expect(meanOf(tally)).toBeCloseTo(111.90079, 5);
  // And they divide by n where the sample's deviation divides by n - 1.
  const byN = Math.sqrt(2146 / 2147);
  expect((sdOf(tally) ?? 0) * byN).toBeCloseTo(28.79906, 5);
  expect((cvOf(tally) ?? 0) * byN).toBeCloseTo(25.73625, 5);
  expect(gmiOf(meanOf(tally) ?? 0)).toBeCloseTo(5.986667, 5);
});

test('[DASH-7] the zones of the risk index end at 20, 40, 60 and 80, and a limit belongs to the better zone', () => {
  const zoneAt = (highs: number) =>
    riskIndexOf(tallyEvenlySpaced([...Array(highs).fill(200), ...Array(200 - highs).fill(100)]))?.zone;
  // A share of high readings counts 0.8 points a percent, and each reading here is half a percent.
  expect([50, 52, 100, 102, 150, 152, 200].map(zoneAt)).toEqual(['A', 'B', 'B', 'C', 'C', 'D', 'D']);
  expect(riskIndexOf(tallyEvenlySpaced([...Array(198).fill(200), 300, 300]))?.zone).toBe('E');
});

test('without readings there is no mean, with one reading no deviation', () => {
  expect(meanOf(tallyEvenlySpaced([]))).toBeNull();
  expect(riskIndexOf(tallyEvenlySpaced([]))).toBeNull();
  expect(meanOf(tallyEvenlySpaced([120]))).toBe(120);
  expect(sdOf(tallyEvenlySpaced([120]))).toBeNull();
  expect(cvOf(tallyEvenlySpaced([120]))).toBeNull();
  expect(sdOf(tallyEvenlySpaced([100, 110]))).toBeCloseTo(Math.sqrt(50), 9);
});
