import 'uplot/dist/uPlot.min.css';
import { useElementSize } from '@mantine/hooks';
import type { ChartSpan } from '@tealight/contract';
import { colorOf, type Palette, type Unit } from '@tealight/glucose';
import { useRef } from 'react';
import { ChartPointer } from './ChartPointer.tsx';
import classes from './chart.module.css';
import type { ChartData } from './chart-options.ts';
import { readingText } from './readings-on-chart.ts';
import { usePlot } from './use-plot.ts';
import { usePointing } from './use-pointer.ts';

export type GlucoseChartProps = {
  chart: ChartData;
  /** Another day, drawn behind. */
  behind: ChartData | null;
  /** Whether it ends now. */
  isLive: boolean;
  span: ChartSpan;
  unit: Unit;
  palette: Palette;
  /** What the chart is called. */
  label: string;
  onPan: (direction: -1 | 1) => void;
  onZoom: (direction: -1 | 1) => void;
};

/** The readings of the last hours as a line in the lamp's colors; mouse, finger and keys point at one of them. */
export function GlucoseChart(props: GlucoseChartProps) {
  const { chart, behind, isLive, span, unit, palette, label, onPan, onZoom } = props;
  const { ref: sized, width } = useElementSize();
  const canvas = useRef<HTMLDivElement>(null);
  const plot = usePlot(canvas, { chart, behind, isLive, span, unit, palette, width });
  const { reading, isPointed, container, last, handlers } = usePointing(chart, plot, { onPan, onZoom });
  const words = reading && readingText(reading, chart, unit);
  const valueText = words ? [words.value, words.zone, words.time] : ['No readings'];
  return (
    <div
      ref={sized}
      className={classes.chart}
      role="slider"
      tabIndex={0}
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={last}
      aria-valuenow={container}
      aria-valuetext={valueText.filter(Boolean).join(', ')}
      {...handlers}
    >
      <div ref={canvas} className={classes.plot} />
      {reading === undefined && <p className={classes.none}>No readings in this time</p>}
      {plot !== null && isPointed && reading && words && (
        <ChartPointer plot={plot} reading={reading} color={colorOf(reading.mgdl, chart.setpoints, palette)}>
          <b>{words.value}</b>
          <span>{[words.time, words.zone].filter(Boolean).join(', ')}</span>
        </ChartPointer>
      )}
    </div>
  );
}
