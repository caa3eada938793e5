import type { StoryNumbers, StoryPeriod } from '@tealight/contract';
import { type Population, showPercent, type Unit } from '@tealight/glucose';
import { bandRows } from './bands.ts';
import { levelWords, periodWords, showLevel, wholePercent } from './words.ts';

type Told = { population: Population; unit: Unit; period: StoryPeriod };

/** The columns of the table that says what bar and numbers say, beside the period before. */
export const comparisonHead = (period: StoryPeriod): string[] => [
  'What',
  `Last ${periodWords[period]}`,
  'Time',
  `The ${periodWords[period]} before`,
];

/** Its rows: every band, then the numbers. What is not known is a dash. */
export function comparisonRows(
  current: StoryNumbers,
  before: StoryNumbers | null,
  told: Told,
): (readonly string[])[] {
  const earlier = before === null ? [] : bandRows(before, told);
  const bands = bandRows(current, told).map(({ name, limits, percent, time }, index) => [
    `${name}, ${limits} ${told.unit}`,
    percent,
    time,
    earlier[index]?.percent ?? '–',
  ]);
  const numbers = numberRows(told.unit).map(([name, show]) => [
    name,
    show(current),
    '',
    before === null ? '–' : show(before),
  ]);
  return [...bands, ...numbers];
}

const numberRows = (unit: Unit): [string, (numbers: StoryNumbers) => string][] => [
  ['Mean glucose', ({ meanMgdl }) => levelWords(meanMgdl, unit)],
  ['Standard deviation', ({ sdMgdl }) => (sdMgdl === null ? '–' : levelWords(sdMgdl, unit))],
  ['Variation (CV)', ({ cvPercent }) => (cvPercent === null ? '–' : wholePercent(cvPercent))],
  ['GMI', ({ gmiPercent }) => (gmiPercent === null ? '–' : `${gmiPercent.toFixed(1)}%`)],
  ['Risk index (GRI)', ({ riskIndex }) => (riskIndex === null ? '–' : String(Math.round(riskIndex.score)))],
  [
    'Lowest to highest',
    ({ lowestMgdl, highestMgdl }) => `${showLevel(lowestMgdl, unit)} to ${levelWords(highestMgdl, unit)}`,
  ],
  ['Readings of those expected', ({ sufficiency }) => showPercent(sufficiency.coverage)],
];
