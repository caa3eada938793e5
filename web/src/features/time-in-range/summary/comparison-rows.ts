import type { StatisticsNumbers, StatisticsPeriod } from '@tealight/contract';
import { type Population, showPercent, type Unit } from '@tealight/glucose';
import { glucoseText, periodText, showLevel, wholePercent } from '../text.ts';
import { bandRows } from './bands.ts';

type TableOptions = { population: Population; unit: Unit; period: StatisticsPeriod };

/** The columns of the table that says what bar and numbers say, beside the period before. */
export const comparisonHead = (period: StatisticsPeriod): string[] => [
  'What',
  `Last ${periodText[period]}`,
  'Time',
  `The ${periodText[period]} before`,
];

/** Its rows: every band, then the numbers. What is not known is a dash. */
export function comparisonRows(
  current: StatisticsNumbers,
  before: StatisticsNumbers | null,
  options: TableOptions,
): (readonly string[])[] {
  const earlier = before === null ? [] : bandRows(before, options);
  const bands = bandRows(current, options).map(({ name, limits, percent, time }, index) => [
    `${name}, ${limits} ${options.unit}`,
    percent,
    time,
    earlier[index]?.percent ?? '–',
  ]);
  const numbers = numberRows(options.unit).map(([name, show]) => [
    name,
    show(current),
    '',
    before === null ? '–' : show(before),
  ]);
  return [...bands, ...numbers];
}

const numberRows = (unit: Unit): [string, (numbers: StatisticsNumbers) => string][] => [
  ['Mean glucose', ({ meanMgdl }) => glucoseText(meanMgdl, unit)],
  ['Standard deviation', ({ sdMgdl }) => (sdMgdl === null ? '–' : glucoseText(sdMgdl, unit))],
  ['Variation (CV)', ({ cvPercent }) => (cvPercent === null ? '–' : wholePercent(cvPercent))],
  ['GMI', ({ gmiPercent }) => (gmiPercent === null ? '–' : `${gmiPercent.toFixed(1)}%`)],
  ['Risk index (GRI)', ({ riskIndex }) => (riskIndex === null ? '–' : String(Math.round(riskIndex.score)))],
  [
    'Lowest to highest',
    ({ lowestMgdl, highestMgdl }) => `${showLevel(lowestMgdl, unit)} to ${glucoseText(highestMgdl, unit)}`,
  ],
  ['Readings of those expected', ({ sufficiency }) => showPercent(sufficiency.coverage)],
];
