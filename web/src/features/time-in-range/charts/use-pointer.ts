import { type KeyboardEvent, type PointerEvent, useMemo, useRef, useState } from 'react';
import type uPlot from 'uplot';
import type { ChartData } from './chart-options.ts';
import { type ChartReading, indexForKey, nearestTo, readingsOn } from './readings-on-chart.ts';

export type ChartMoves = {
  /** To earlier (-1) or later (1) hours. */
  onPan: (direction: -1 | 1) => void;
  /** To fewer (-1) or more (1) hours. */
  onZoom: (direction: -1 | 1) => void;
};

/** A finger that has gone this far, in CSS pixels, within this time has swiped. Own choice. */
const SWIPE = { px: 48, ms: 350 };

/** Mouse, finger and keys pointing at one reading of a chart, or moving it through history. */
export function usePointing(chart: ChartData, plot: uPlot | null, { onPan, onZoom }: ChartMoves) {
  const readings = useMemo(() => readingsOn(chart), [chart]);
  const [pointed, setPointed] = useState<number | null>(null);
  const last = readings.length - 1;
  const at = pointed === null || last < 0 ? null : Math.min(pointed, last);
  const point = ({ clientX }: PointerEvent) => {
    if (plot !== null) setPointed(nearestTo(readings, momentAt(plot, clientX)));
  };
  const leave = () => setPointed(null);
  const touched = useRef({ x: 0, at: 0 });
  const touch = (event: PointerEvent) => {
    touched.current = { x: event.clientX, at: event.timeStamp };
    point(event);
  };
  const release = ({ clientX, timeStamp }: PointerEvent) => {
    const moved = clientX - touched.current.x;
    if (Math.abs(moved) < SWIPE.px || timeStamp - touched.current.at > SWIPE.ms) return;
    leave();
    onPan(moved > 0 ? -1 : 1);
  };
  const press = (event: KeyboardEvent) => {
    if (event.key === 'Escape') return leave();
    if (event.key === '+' || event.key === '=') return onZoom(-1);
    if (event.key === '-') return onZoom(1);
    const edge = event.key === 'ArrowLeft' ? -1 : event.key === 'ArrowRight' ? 1 : 0;
    if (edge !== 0 && (last < 0 || at === (edge < 0 ? 0 : last))) {
      event.preventDefault();
      return onPan(edge);
    }
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
      onPointerDown: touch,
      onPointerUp: release,
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
