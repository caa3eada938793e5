import type { ChosenPeriod, StatisticsNumbers } from '@tealight/contract';
import { type Population, showPercent, type Unit } from '@tealight/glucose';
import { timeInRangeText } from '../../../text/time-in-range.ts';
import { datesText, lengthText } from '../period/chosen-period.ts';
import { glucoseText, showLevel, wholePercent } from '../text.ts';
import { bandRows } from './bands.ts';

type TableOptions = { population: Population; unit: Unit; chosen: ChosenPeriod };

/** The columns of the table that says what bar and numbers say, beside the period before. */
export function comparisonHead(chosen: ChosenPeriod): string[] {
  const { what, last, time, before } = timeInRangeText.comparison;
  const length = lengthText(chosen);
  const isDates = typeof chosen !== 'string';
  return [what, isDates ? datesText(chosen) : last({ length }), time, before({ length })];
}

/** Its rows: every band, then the numbers. What is not known is a dash. */
export function comparisonRows(
  current: StatisticsNumbers,
  before: StatisticsNumbers | null,
  options: TableOptions,
): (readonly string[])[] {
  const earlier = before === null ? [] : bandRows(before, options);
  const bands = bandRows(current, options).map(({ name, limits, percent, time }, index) => [
    timeInRangeText.bands.withLimits({ band: name, limits, unit: options.unit }),
    percent,
    time,
    earlier[index]?.percent ?? timeInRangeText.unknown,
  ]);
  const numbers = numberRows(options.unit).map(([name, show]) => [
    name,
    show(current),
    '',
    before === null ? timeInRangeText.unknown : show(before),
  ]);
  return [...bands, ...numbers];
}

type NumberRow = [string, (numbers: StatisticsNumbers) => string];

function numberRows(unit: Unit): NumberRow[] {
  const { numbers, comparison, unknown } = timeInRangeText;
  return [
    [numbers.mean, ({ meanMgdl }) => glucoseText(meanMgdl, unit)],
    [comparison.standardDeviation, ({ sdMgdl }) => (sdMgdl === null ? unknown : glucoseText(sdMgdl, unit))],
    [numbers.cv, ({ cvPercent }) => (cvPercent === null ? unknown : wholePercent(cvPercent))],
    [numbers.gmi, ({ gmiPercent }) => (gmiPercent === null ? unknown : `${gmiPercent.toFixed(1)}%`)],
    [
      numbers.riskIndex,
      ({ riskIndex }) => (riskIndex === null ? unknown : String(Math.round(riskIndex.score))),
    ],
    [
      comparison.extremes,
      ({ lowestMgdl, highestMgdl }) =>
        comparison.fromTo({ lowest: showLevel(lowestMgdl, unit), highest: glucoseText(highestMgdl, unit) }),
    ],
    [comparison.coverage, ({ sufficiency }) => showPercent(sufficiency.coverage)],
  ];
}
