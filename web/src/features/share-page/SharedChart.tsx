import 'uplot/dist/uPlot.min.css';
import type { ChartSpan } from '@tealight/contract';
import { colorOf, type Palette, type Unit } from '@tealight/glucose';
import { useMemo, useRef } from 'react';
import { timeInRangeText } from '../../text/time-in-range.ts';
import { ChartPointer } from '../time-in-range/charts/ChartPointer.tsx';
import chartClasses from '../time-in-range/charts/chart.module.css';
import type { ChartData } from '../time-in-range/charts/chart-drawing.ts';
import { readingsOn, readingText } from '../time-in-range/charts/readings-on-chart.ts';
import { usePlot } from '../time-in-range/charts/use-plot.ts';
import { usePointing } from '../time-in-range/charts/use-pointer.ts';

export type SharedChartProps = {
  chart: ChartData;
  span: ChartSpan;
  unit: Unit;
  palette: Palette;
  /** IANA name of the clock; undefined: this device's. */
  zone: string | undefined;
  /** In CSS pixels. */
  width: number;
  label: string;
};

const still = { onPan: () => {}, onZoom: () => {}, onDrag: () => {}, onDrop: () => {}, onCancel: () => {} };

/** The last hours as a line; mouse, finger and keys point at one reading, and nothing moves. */
export function SharedChart({ chart, span, unit, palette, zone, width, label }: SharedChartProps) {
  const canvas = useRef<HTMLDivElement>(null);
  const { period } = chart;
  const plot = usePlot(canvas, {
    chart,
    period,
    comparedChart: null,
    isLive: true,
    span,
    zone,
    unit,
    palette,
    width,
  });
  const readings = useMemo(() => readingsOn(chart), [chart]);
  const { reading, isPointed, container, last, handlers } = usePointing(readings, plot, still);
  const words = reading && readingText(reading, chart, { unit, zone });
  const valueText = words ? [words.value, words.zone, words.time] : [timeInRangeText.chart.noReadings];
  return (
    <div
      className={chartClasses.chart}
      role="slider"
      tabIndex={0}
      aria-label={label}
      aria-readonly
      aria-valuemin={0}
      aria-valuemax={last}
      aria-valuenow={container}
      aria-valuetext={valueText.filter(Boolean).join(', ')}
      {...handlers}
    >
      <div ref={canvas} className={chartClasses.plot} />
      {reading === undefined && <p className={chartClasses.none}>{timeInRangeText.chart.noReadingsHere}</p>}
      {plot !== null && isPointed && reading && words && (
        <ChartPointer plot={plot} reading={reading} color={colorOf(reading.mgdl, chart.setpoints, palette)}>
          <b>{words.value}</b>
          <span>{[words.time, words.zone].filter(Boolean).join(', ')}</span>
        </ChartPointer>
      )}
    </div>
  );
}
