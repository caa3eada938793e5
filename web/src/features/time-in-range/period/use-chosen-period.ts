import {
  type ChosenPeriod,
  type DatePeriod,
  type StatisticsPeriod,
  statisticsPeriods,
} from '@tealight/contract';
import { useState } from 'react';
import { useNow } from '../../../components/use-now.ts';
import { useStoredChoice } from '../stored-choice.ts';
import { browserZone } from '../text.ts';
import { dateIn } from './chosen-period.ts';

const periods: readonly [StatisticsPeriod, ...StatisticsPeriod[]] = ['7d', ...statisticsPeriods];

/** Dates begin with so many days until today: the period of a usual report. */
const FIRST_DAYS = 14;

/** The period that is shown. One up to now is remembered in this browser; dates are not. `timeZone`: the wearer's. */
export function useChosenPeriod(timeZone: string | null | undefined) {
  const [period, setPeriod] = useStoredChoice('tealight-period', periods);
  const [dates, setDates] = useState<DatePeriod | null>(null);
  const now = useNow();
  const today = (days = 0) => dateIn(timeZone ?? browserZone(), now, days);
  const choose = (chosen: ChosenPeriod) => {
    setDates(typeof chosen === 'string' ? null : chosen);
    if (typeof chosen === 'string') setPeriod(chosen);
  };
  return {
    chosen: dates ?? period,
    choose,
    chooseDates: () => choose({ from: today(1 - FIRST_DAYS), until: today() }),
    /** The date of now where the wearer lives, or so many days later. */
    today,
  };
}
