import type { ReactNode } from 'react';
import type uPlot from 'uplot';
import classes from './chart.module.css';
import type { ChartReading } from './readings-on-chart.ts';

export type ChartPointerProps = {
  plot: uPlot;
  reading: ChartReading;
  color: string;
  children: ReactNode;
};

/** A line through the reading, a dot on it, and what it says: placed on the side with more space. */
export function ChartPointer({ plot, reading, color, children }: ChartPointerProps) {
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
