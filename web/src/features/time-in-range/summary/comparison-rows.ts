import type { ChosenPeriod, StatisticsNumbers } from '@tealight/contract';
import { type Population, showPercent, type Unit } from '@tealight/glucose';
import { timeInRangeText } from '../../../text/time-in-range.ts';
import { datesText, lengthText } from '../period/chosen-period.ts';
import { glucoseText, showExtreme, wholePercent } from '../text.ts';
import { bandRows } from './bands.ts';

type TableOptions = { population: Population; unit: Unit; chosen: ChosenPeriod };

/** The column headings of the table that repeats the bar of time in range and the statistics, beside the period before. */
export function comparisonHead(chosen: ChosenPeriod): string[] {
  const { what, last, time, before: previousHeading } = timeInRangeText.comparison;
  const length = lengthText(chosen);
  const isDates = typeof chosen !== 'string';
  return [what, isDates ? datesText(chosen) : last({ length }), time, previousHeading({ length })];
}

/** The rows of that table: every band, then the statistics. What is not known is a dash. */
export function comparisonRows(
  current: StatisticsNumbers,
  previous: StatisticsNumbers | null,
  options: TableOptions,
): (readonly string[])[] {
  const previousBands = previous === null ? [] : bandRows(previous, options);
  const bands = bandRows(current, options).map(({ name, limits, percent, time }, index) => [
    timeInRangeText.bands.withLimits({ band: name, limits, unit: options.unit }),
    percent,
    time,
    previousBands[index]?.percent ?? timeInRangeText.unknown,
  ]);
  const statistics = numberRows(options.unit).map(([name, show]) => [
    name,
    show(current),
    '',
    previous === null ? timeInRangeText.unknown : show(previous),
  ]);
  return [...bands, ...statistics];
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
        comparison.fromTo({
          lowest: showExtreme(lowestMgdl, unit),
          highest: `${showExtreme(highestMgdl, unit)} ${unit}`,
        }),
    ],
    [comparison.coverage, ({ sufficiency }) => showPercent(sufficiency.coverage)],
  ];
}
