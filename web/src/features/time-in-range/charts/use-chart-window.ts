import { type ChartSpan, chartSpans, spanMs } from '@tealight/contract';
import { MINUTE_MS } from '@tealight/glucose';
import { useState } from 'react';
import { serverNow } from '../../../data/server-clock.ts';
import { useWearer } from '../../../data/wearer/wearers.ts';
import { midnightAfter } from '../days/browser-days.ts';
import { useStoredChoice } from '../stored-choice.ts';
import { useChartZone } from '../use-chart-zone.ts';

const spans: readonly [ChartSpan, ...ChartSpan[]] = ['24h', ...chartSpans];

/** What a chart shows: `span` until `end`, epoch milliseconds; null: until now. */
export type ChartWindow = {
  span: ChartSpan;
  end: number | null;
  /** Whether it can show earlier hours: the reader may see the history. */
  isMovable: boolean;
  /** Whether it was dragged there, so that the readings of its new place do not replace others. */
  wasDragged: boolean;
  setSpan: (span: ChartSpan) => void;
  /** Half a span earlier (-1) or later (1); never later than now. */
  pan: (direction: -1 | 1) => void;
  /** The same span until another moment: the chart was dragged there. */
  moveTo: (end: number) => void;
  /** A shorter span (-1) or a longer one (1), around the same middle. */
  zoom: (direction: -1 | 1) => void;
  /** The whole day that begins at this local midnight. */
  showDay: (midnight: number) => void;
  showNow: () => void;
};

type Place = Pick<ChartWindow, 'end' | 'wasDragged'>;

/** The part of all history that the chart shows; at first the hours before `start`, or the last ones. */
export function useChartWindow(start: number | null): ChartWindow {
  const zone = useChartZone();
  const isMovable = useWearer().may('see-history');
  const [span, storeSpan] = useStoredChoice('tealight-chart', spans);
  const [{ end, wasDragged }, setPlace] = useState<Place>({ end: start, wasDragged: false });
  const endAt = (at: number | null, dragged = false) =>
    isMovable && setPlace({ end: at !== null && at < serverNow() ? at : null, wasDragged: dragged });
  const setSpan = (next: ChartSpan) => {
    storeSpan(next);
    endAt(end);
  };
  return {
    span,
    end,
    isMovable,
    wasDragged,
    setSpan,
    pan: (direction) => endAt((end ?? serverNow()) + (direction * spanMs(span)) / 2),
    moveTo: (at) => endAt(Math.floor(at / MINUTE_MS) * MINUTE_MS, true),
    zoom: (direction) => {
      const next = chartSpans[chartSpans.indexOf(span) + direction];
      if (next === undefined) return;
      setSpan(next);
      if (end !== null) endAt(end + (spanMs(next) - spanMs(span)) / 2);
    },
    showDay: (midnight) => {
      setSpan('24h');
      endAt(midnightAfter(midnight, zone));
    },
    showNow: () => endAt(null),
  };
}
