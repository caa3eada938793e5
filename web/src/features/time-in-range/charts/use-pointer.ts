import { type KeyboardEvent, type PointerEvent, useState } from 'react';
import type uPlot from 'uplot';
import { type ChartReading, indexForKey, nearestTo } from './readings-on-chart.ts';
import { type DragMoves, useGestures } from './use-gestures.ts';

export type ChartMoves = DragMoves & {
  /** To fewer (-1) or more (1) hours. */
  onZoom: (direction: -1 | 1) => void;
};

/** Mouse, finger and keys pointing at one reading of a chart, or moving it through history. */
export function usePointing(readings: readonly ChartReading[], plot: uPlot | null, moves: ChartMoves) {
  const { onPan, onZoom } = moves;
  const [pointed, setPointed] = useState<number | null>(null);
  const last = readings.length - 1;
  const at = pointed === null || last < 0 ? null : Math.min(pointed, last);
  const leave = () => setPointed(null);
  const gestures = useGestures({
    ...moves,
    onPoint: ({ clientX }: PointerEvent) => {
      if (plot !== null) setPointed(nearestTo(readings, momentAt(plot, clientX)));
    },
    onLeave: leave,
    width: () => plot?.over.getBoundingClientRect().width ?? 0,
  });
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
    handlers: { ...gestures, onBlur: leave, onKeyDown: press },
  };
}

/** The moment below a place of the screen. */
const momentAt = (plot: uPlot, clientX: number): number =>
  plot.posToVal(clientX - plot.over.getBoundingClientRect().left, 'x');
