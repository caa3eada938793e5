import { useQuery } from '@tanstack/react-query';
import type { ChartSpan } from '@tealight/contract';
import { useState } from 'react';
import { formatMoment } from '../../../data/page/page-locale.ts';
import { serverNow } from '../../../data/server-clock.ts';
import { timeInRangeText } from '../../../text/time-in-range.ts';
import type { ChartData } from '../charts/chart-drawing.ts';
import { furtherChartQuery } from '../queries.ts';
import { useChartZone } from '../use-chart-zone.ts';
import { dateValue, daysBetween, daysEarlier, midnightOf } from './browser-days.ts';

/** What the chart is compared with: nothing, the day before, a week before, or any day. */
export const compareChoices = ['none', 'day', 'week', 'other'] as const;
export type CompareChoice = (typeof compareChoices)[number];

export type ComparedDay = {
  choice: CompareChoice;
  choose: (choice: CompareChoice) => void;
  /** The other day, as a date field has it. */
  date: string;
  setDate: (date: string) => void;
  /** The same time of the other day, moved to the time of the chart; null while there is none. */
  comparedChart: ChartData | null;
  /** What is said about it; null where there is nothing to say. */
  message: string | null;
};

/** Another day behind the chart. */
export function useComparedDay(chart: ChartData | undefined, span: ChartSpan): ComparedDay {
  const [choice, setChoice] = useState<CompareChoice>('none');
  const [date, setDate] = useState('');
  const zone = useChartZone();
  const to = chart?.period.to ?? 0;
  const days = daysBack(choice, { to, date, zone });
  const otherTo = daysEarlier(to, days ?? 0, zone);
  const isChosen = chart !== undefined && days !== null;
  const { data, isError } = useQuery({ ...furtherChartQuery(span, otherTo), enabled: isChosen });
  const isKnown = isChosen && data !== undefined;
  const otherDate = dateValue(otherTo - 1, zone);
  return {
    choice,
    choose: (next) => {
      setChoice(next);
      if (next === 'other')
        setDate(dateValue(daysEarlier((chart?.period.to ?? serverNow()) - 1, 1, zone), zone));
    },
    date,
    setDate,
    comparedChart: isKnown ? { ...data, takenAt: data.takenAt.map((at) => at + to - otherTo) } : null,
    message: isKnown
      ? messageOf(choice, data, otherDate)
      : isChosen && isError
        ? timeInRangeText.compare.notLoaded({ day: dayText(otherDate) })
        : null,
  };
}

/** How many days before the end of the chart; null without a comparison. */
function daysBack(
  choice: CompareChoice,
  { to, date, zone }: { to: number; date: string; zone: string | undefined },
): number | null {
  if (choice === 'none') return null;
  if (choice === 'other') return date === '' ? null : daysBetween(to - 1, date, zone);
  return choice === 'day' ? 1 : 7;
}

function messageOf(choice: CompareChoice, other: ChartData, date: string): string {
  const { isDayBefore, isWeekBefore, isOtherDay, noReadings } = timeInRangeText.compare;
  const day = dayText(date);
  if (other.mgdl.every((mgdl) => mgdl === null)) return noReadings({ day });
  if (choice === 'other') return isOtherDay({ day });
  return choice === 'day' ? isDayBefore : isWeekBefore;
}

const dayText = (date: string): string =>
  formatMoment(midnightOf(date), { weekday: 'short', month: 'short', day: 'numeric', year: 'numeric' });
