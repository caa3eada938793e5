import type { ChosenPeriod, StatisticsNumbers } from '@tealight/contract';
import {
  type Band,
  bandsOf,
  bandWords,
  DAY_MS,
  type Population,
  showBand,
  showPercents,
  showSpan,
  type Unit,
} from '@tealight/glucose';
import { timeInRangeText } from '../../../text/time-in-range.ts';
import { lengthInDays } from '../period/chosen-period.ts';

/** One band as it is shown. */
export type BandRow = {
  band: Band;
  name: string;
  /** `70–180`, without its unit. */
  limits: string;
  share: number;
  /** The percentages of all bands sum to 100. */
  percent: string;
  /** Time in this band: of an average day, or of the time with readings when that is less than a day. */
  time: string;
};

/** The bands of a period from bottom to top. */
export function bandRows(
  { shares, coveredMs }: Pick<StatisticsNumbers, 'shares' | 'coveredMs'>,
  { population, unit, chosen }: { population: Population; unit: Unit; chosen: ChosenPeriod },
): BandRow[] {
  const limits = bandsOf(population);
  const percents = showPercents(limits.map(({ band }) => shares[band]));
  const ofADay = lengthInDays(chosen) > 1 && coveredMs >= DAY_MS;
  return limits.map((limit, index) => {
    const share = shares[limit.band];
    return {
      band: limit.band,
      name: bandWords[limit.band],
      limits: showBand(limit, unit),
      share,
      percent: percents[index] ?? '',
      time: ofADay
        ? timeInRangeText.bands.timeADay({ time: showSpan(share * DAY_MS) })
        : showSpan(share * coveredMs),
    };
  });
}
