import { useQuery } from '@tanstack/react-query';
import { type ChartSpan, spanMs } from '@tealight/contract';
import { useMemo, useState } from 'react';
import { serverNow } from '../../../data/server-clock.ts';
import { furtherChartQuery } from '../queries.ts';
import type { ChartData } from './chart-drawing.ts';
import { joinCharts } from './joined-charts.ts';

export type DraggedChart = {
  /** What is drawn: while it is dragged, with the readings before and after. */
  chart: ChartData;
  /** The part of it that is seen. */
  period: ChartData['period'];
  isDragged: boolean;
  /** Moves what is seen by so much since the drag began: earlier if positive. */
  drag: (ms: number) => void;
  /** Ends the drag there. */
  drop: (ms: number) => void;
  cancel: () => void;
};

type DraggedChartOptions = {
  chart: ChartData;
  span: ChartSpan;
  /** Whether another chart is still being loaded. */
  isWaiting: boolean;
  /** The drag has ended: where the chart ends now. */
  onMove: (end: number) => void;
};

/** A drag through history. What was dragged stays until the readings of its new place are loaded. */
type Drag = { chart: ChartData; ms: number; isHeld: boolean };

/** A chart that follows the pointer through history. */
export function useDraggedChart({ chart, span, isWaiting, onMove }: DraggedChartOptions): DraggedChart {
  const [drag, setDrag] = useState<Drag | null>(null);
  // Its new place is loaded: what was dragged must not come back when another chart is waited for.
  if (drag?.isHeld === false && !isWaiting) setDrag(null);
  const isDragged = drag !== null && (drag.isHeld || isWaiting);
  const origin = isDragged ? drag.chart : chart;
  const { from, to } = origin.period;
  const around = { enabled: isDragged };
  const { data: older } = useQuery({ ...furtherChartQuery(span, from), ...around });
  const { data: newer } = useQuery({ ...furtherChartQuery(span, to + spanMs(span)), ...around });
  const shown = useMemo(
    () => (isDragged ? joinCharts(older, origin, newer) : origin),
    [isDragged, older, origin, newer],
  );
  const ms = isDragged ? drag.ms : 0;
  /** As far as there are readings around, and not into the future. */
  const within = (wanted: number) =>
    Math.min(spanMs(span), Math.max(-spanMs(span), -Math.max(0, serverNow() - to), wanted));
  return {
    chart: shown,
    period: { from: from - ms, to: to - ms },
    isDragged,
    drag: (wanted) => setDrag({ chart: origin, ms: within(wanted), isHeld: true }),
    drop: (wanted) => {
      setDrag({ chart: origin, ms: within(wanted), isHeld: false });
      onMove(to - within(wanted));
    },
    cancel: () => setDrag(null),
  };
}
