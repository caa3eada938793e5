import 'uplot/dist/uPlot.min.css';
import { useElementSize } from '@mantine/hooks';
import type { ChartSpan } from '@tealight/contract';
import { colorOf, type Palette, type Unit } from '@tealight/glucose';
import { type KeyboardEvent, type PointerEvent, useMemo, useRef, useState } from 'react';
import type uPlot from 'uplot';
import classes from './chart.module.css';
import type { ChartData } from './chart-options.ts';
import { type ChartReading, movedBy, nearestTo, readingsOn, readingWords } from './readings-on-chart.ts';
import { usePlot } from './use-plot.ts';

export type GlucoseChartProps = {
  chart: ChartData;
  span: ChartSpan;
  unit: Unit;
  palette: Palette;
  /** What the chart is called. */
  label: string;
};

/** The readings of the last hours as a line in the lamp's colours; mouse, finger and keys point at one of them. */
export function GlucoseChart({ chart, span, unit, palette, label }: GlucoseChartProps) {
  const { ref: sized, width } = useElementSize();
  const place = useRef<HTMLDivElement>(null);
  const plot = usePlot(place, { chart, span, unit, palette, width });
  const readings = useMemo(() => readingsOn(chart), [chart]);
  const [pointed, setPointed] = useState<number | null>(null);
  const at = pointed === null ? null : Math.min(pointed, readings.length - 1);
  const shown = readings[at ?? readings.length - 1];

  const point = ({ clientX }: PointerEvent) => {
    if (plot !== null) setPointed(nearestTo(readings, momentAt(plot, clientX)));
  };
  const press = (event: KeyboardEvent) => {
    if (event.key === 'Escape') return setPointed(null);
    const next = movedBy(event.key, readings, at);
    if (next === null) return;
    event.preventDefault();
    setPointed(next);
  };
  const words = shown && readingWords(shown, chart, unit);
  return (
    <div
      ref={sized}
      className={classes.chart}
      role="slider"
      tabIndex={0}
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={Math.max(0, readings.length - 1)}
      aria-valuenow={at ?? Math.max(0, readings.length - 1)}
      aria-valuetext={
        words ? [words.value, words.zone, words.time].filter(Boolean).join(', ') : 'No readings'
      }
      onPointerMove={point}
      onPointerDown={point}
      onPointerLeave={({ pointerType }) => pointerType === 'mouse' && setPointed(null)}
      onBlur={() => setPointed(null)}
      onKeyDown={press}
    >
      <div ref={place} className={classes.plot} />
      {readings.length === 0 && <p className={classes.none}>No readings in this time</p>}
      {plot !== null && at !== null && shown && words && (
        <Pointer plot={plot} reading={shown} color={colorOf(shown.mgdl, chart.setpoints, palette)}>
          <b>{words.value}</b>
          <span>{[words.time, words.zone].filter(Boolean).join(', ')}</span>
        </Pointer>
      )}
    </div>
  );
}

/** The moment below a place of the screen. */
const momentAt = (plot: uPlot, clientX: number): number =>
  plot.posToVal(clientX - plot.over.getBoundingClientRect().left, 'x');

type PointerProps = { plot: uPlot; reading: ChartReading; color: string; children: React.ReactNode };

/** A line through the reading, a dot on it, and what it says. */
function Pointer({ plot, reading, color, children }: PointerProps) {
  const { offsetLeft, offsetTop, offsetWidth, offsetHeight } = plot.over;
  const x = plot.valToPos(reading.takenAt, 'x');
  const y = plot.valToPos(plot.data[1]?.[reading.index] ?? 0, 'y');
  return (
    <div
      className={classes.pointer}
      aria-hidden="true"
      style={{ left: offsetLeft + x, top: offsetTop, height: offsetHeight }}
    >
      <i style={{ top: y, background: color }} />
      <div data-side={x > offsetWidth / 2 ? 'left' : 'right'} data-low={y < offsetHeight / 3}>
        {children}
      </div>
    </div>
  );
}
