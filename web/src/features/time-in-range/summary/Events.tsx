import type { ChosenPeriod, ReplyOf, readStatistics, StatisticsEvent } from '@tealight/contract';
import { glucoseIn, readingWithUnit, type Unit } from '@tealight/glucose';
import { useState } from 'react';
import { TextButton } from '../../../components/TextButton.tsx';
import { Sentence } from '../../../text/Sentence.tsx';
import { timeInRangeText } from '../../../text/time-in-range.ts';
import { lengthText } from '../period/chosen-period.ts';
import { clockOf, durationText, momentOf } from '../text.ts';
import { useChartZone } from '../use-chart-zone.ts';
import classes from './lists.module.css';

export type EventsProps = {
  events: ReplyOf<typeof readStatistics>['data']['events'];
  chosen: ChosenPeriod;
  unit: Unit;
  now: number;
};

/** As many as fit beside the chart. */
const FIRST = 5;

/** The lows and highs of a period, newest first. */
export function Events({ events: { lows, highs, newest }, chosen, unit, now }: EventsProps) {
  const [all, setAll] = useState(false);
  const zone = useChartZone();
  const shown = all ? newest : newest.slice(0, FIRST);
  return (
    <section aria-label={timeInRangeText.events.title} className={classes.list}>
      <h3>{timeInRangeText.events.title}</h3>
      <p>{timeInRangeText.events.count({ lows, highs, length: lengthText(chosen) })}</p>
      <ul>
        {shown.map((event) => (
          <li key={`${event.side} ${event.from}`}>
            <i data-band={event.side} aria-hidden="true" />
            <span>
              <Sentence
                text={timeInRangeText.events[event.side]({
                  glucose: readingWithUnit(glucoseIn(event.extremeMgdl, unit), unit),
                })}
                parts={{ glucose: (words) => <b>{words}</b> }}
              />
              <small>{timeText(event, now, zone)}</small>
            </span>
          </li>
        ))}
      </ul>
      {newest.length > shown.length && (
        <TextButton onClick={() => setAll(true)}>
          {timeInRangeText.events.more({ count: newest.length - shown.length })}
        </TextButton>
      )}
    </section>
  );
}

function timeText(
  { from, to, isOver, isProlonged }: StatisticsEvent,
  now: number,
  zone: string | undefined,
): string {
  const { over, overProlonged, ongoing, ongoingProlonged } = timeInRangeText.events;
  const times = { from: momentOf(from, now, zone), to: clockOf(to, zone), span: durationText(to - from) };
  if (isOver) return isProlonged ? overProlonged(times) : over(times);
  return isProlonged ? ongoingProlonged(times) : ongoing(times);
}
