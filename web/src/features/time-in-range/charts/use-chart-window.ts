import { type ChartSpan, chartSpans, spanMs } from '@tealight/contract';
import { useState } from 'react';
import { useStoredChoice } from '../stored-choice.ts';

const spans: readonly [ChartSpan, ...ChartSpan[]] = ['24h', ...chartSpans];

/** What a chart shows: `span` until `end`, epoch milliseconds; null: until now. */
export type ChartWindow = {
  span: ChartSpan;
  end: number | null;
  setSpan: (span: ChartSpan) => void;
  /** Half a span earlier (-1) or later (1); never later than now. */
  pan: (direction: -1 | 1) => void;
  /** A shorter span (-1) or a longer one (1), around the same middle. */
  zoom: (direction: -1 | 1) => void;
  /** The whole day that begins at this local midnight. */
  showDay: (midnight: number) => void;
  showNow: () => void;
};

/** The part of all history that the chart shows; at first the last hours. */
export function useChartWindow(): ChartWindow {
  const [span, setSpan] = useStoredChoice('tealight-chart', spans);
  const [end, setEnd] = useState<number | null>(null);
  const endAt = (at: number) => setEnd(at < Date.now() ? at : null);
  return {
    ...{ span, end, setSpan },
    pan: (direction) => endAt((end ?? Date.now()) + (direction * spanMs(span)) / 2),
    zoom: (direction) => {
      const next = chartSpans[chartSpans.indexOf(span) + direction];
      if (next === undefined) return;
      setSpan(next);
      if (end !== null) endAt(end + (spanMs(next) - spanMs(span)) / 2);
    },
    showDay: (midnight) => {
      setSpan('24h');
      endAt(midnightAfter(midnight));
    },
    showNow: () => setEnd(null),
  };
}

/** The local midnight a number of days before today's. */
export function midnightBefore(now: number, days: number): number {
  const day = new Date(now);
  return new Date(day.getFullYear(), day.getMonth(), day.getDate() - days).getTime();
}

/** The local midnight that ends a day: days are 23 or 25 hours long when clocks change. */
export const midnightAfter = (midnight: number): number => midnightBefore(midnight, -1);
