import type { ReplyOf, readStatistics, StatisticsEvent, StatisticsPeriod } from '@tealight/contract';
import { showGlucose, type Unit } from '@tealight/glucose';
import { useState } from 'react';
import { TextButton } from '../../../components/TextButton.tsx';
import { clockOf, durationText, momentOf, periodText } from '../text.ts';
import classes from './lists.module.css';

export type EventsProps = {
  events: ReplyOf<typeof readStatistics>['data']['events'];
  period: StatisticsPeriod;
  unit: Unit;
  now: number;
};

/** As many as fit beside the chart. */
const FIRST = 5;

/** The lows and highs of a period, newest first. */
export function Events({ events: { lows, highs, newest }, period, unit, now }: EventsProps) {
  const [all, setAll] = useState(false);
  const shown = all ? newest : newest.slice(0, FIRST);
  return (
    <section aria-label="Lows and highs" className={classes.list}>
      <h3>Lows and highs</h3>
      <p>{countText(lows, highs, period)}</p>
      <ul>
        {shown.map((event) => (
          <li key={`${event.side} ${event.from}`}>
            <i data-band={event.side} aria-hidden="true" />
            <span>
              {event.side === 'low' ? 'Low' : 'High'}, {event.side === 'low' ? 'down' : 'up'} to{' '}
              <b>{`${showGlucose(event.extremeMgdl, unit)} ${unit}`}</b>
              <small>{timeText(event, now)}</small>
            </span>
          </li>
        ))}
      </ul>
      {newest.length > shown.length && (
        <TextButton onClick={() => setAll(true)}>Show {newest.length - shown.length} more</TextButton>
      )}
    </section>
  );
}

function countText(lows: number, highs: number, period: StatisticsPeriod): string {
  const count = (many: number, word: string) => `${many === 0 ? 'no' : many} ${word}${many === 1 ? '' : 's'}`;
  const words = `${count(lows, 'low')} and ${count(highs, 'high')} of 15 minutes or more`;
  return `${words.charAt(0).toUpperCase()}${words.slice(1)} in ${periodText[period]}.`;
}

function timeText({ from, to, isOver, isProlonged }: StatisticsEvent, now: number): string {
  const span = durationText(to - from);
  const when = isOver
    ? `${momentOf(from, now)} to ${clockOf(to)}, ${span}`
    : `since ${momentOf(from, now)}, ${span} so far`;
  return isProlonged ? `${when}, prolonged` : when;
}
