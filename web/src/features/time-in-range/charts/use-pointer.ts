import { type KeyboardEvent, type PointerEvent, useMemo, useState } from 'react';
import type uPlot from 'uplot';
import type { ChartData } from './chart-options.ts';
import { type ChartReading, indexForKey, nearestTo, readingsOn } from './readings-on-chart.ts';

/** Mouse, finger and keys pointing at one reading of a chart. */
export function usePointing(chart: ChartData, plot: uPlot | null) {
  const readings = useMemo(() => readingsOn(chart), [chart]);
  const [pointed, setPointed] = useState<number | null>(null);
  const last = readings.length - 1;
  const at = pointed === null || last < 0 ? null : Math.min(pointed, last);
  const point = ({ clientX }: PointerEvent) => {
    if (plot !== null) setPointed(nearestTo(readings, momentAt(plot, clientX)));
  };
  const leave = () => setPointed(null);
  const press = (event: KeyboardEvent) => {
    if (event.key === 'Escape') return leave();
    const next = indexForKey(event.key, readings, at);
    if (next === null) return;
    event.preventDefault();
    setPointed(next);
  };
  const pointedAt: ChartReading | undefined = at === null ? undefined : readings[at];
  return {
    /** The reading that is pointed at; without one, the newest. */
    reading: pointedAt ?? readings.at(-1),
    isPointed: pointedAt !== undefined,
    /** Its place among the readings, and the last place there is. */
    container: at ?? Math.max(0, last),
    last: Math.max(0, last),
    handlers: {
      onPointerMove: point,
      onPointerDown: point,
      // A finger that is lifted leaves its mark; it goes with the next touch elsewhere.
      onPointerLeave: ({ pointerType }: PointerEvent) => pointerType === 'mouse' && leave(),
      onBlur: leave,
      onKeyDown: press,
    },
  };
}

/** The moment below a place of the screen. */
const momentAt = (plot: uPlot, clientX: number): number =>
  plot.posToVal(clientX - plot.over.getBoundingClientRect().left, 'x');
