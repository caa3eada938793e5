import 'uplot/dist/uPlot.min.css';
import { useElementSize } from '@mantine/hooks';
import { type ChartSpan, spanMs } from '@tealight/contract';
import { colorOf, type Palette, type Unit } from '@tealight/glucose';
import { useMemo, useRef } from 'react';
import { serverNow } from '../../../data/server-clock.ts';
import { timeInRangeText } from '../../../text/time-in-range.ts';
import sectionClasses from '../statistics.module.css';
import { hoursIn, momentOf } from '../text.ts';
import { ChartPointer } from './ChartPointer.tsx';
import classes from './chart.module.css';
import type { ChartData } from './chart-drawing.ts';
import { readingsOn, readingText } from './readings-on-chart.ts';
import type { ChartWindow } from './use-chart-window.ts';
import { useDraggedChart } from './use-dragged-chart.ts';
import { usePlot } from './use-plot.ts';
import { usePointing } from './use-pointer.ts';

export type GlucoseChartProps = {
  chart: ChartData;
  /** Whether the chart of another time is still being loaded. */
  isWaiting: boolean;
  /** Another day, drawn behind it. */
  comparedChart: ChartData | null;
  /** What is to be shown, and how that is changed. */
  view: ChartWindow;
  /** What is shown, which may still be the span before. */
  span: ChartSpan;
  /** Its clock, as `useChartZone` has it. */
  zone: string | undefined;
  unit: Unit;
  palette: Palette;
  /** What the chart is called. */
  label: string;
};

/** The readings of some hours as a line in the lamp's colors; mouse, finger and keys point at one of them, or move it. */
export function GlucoseChart(props: GlucoseChartProps) {
  const { isWaiting, comparedChart, view, span, zone, unit, palette, label } = props;
  const { ref: sized, width } = useElementSize();
  const canvas = useRef<HTMLDivElement>(null);
  const dragged = useDraggedChart({ chart: props.chart, span, isWaiting, onMove: view.moveTo });
  const { chart, period, isDragged } = dragged;
  const isLive = view.end === null;
  const plot = usePlot(canvas, { chart, period, comparedChart, isLive, span, zone, unit, palette, width });
  const { from, to } = period;
  const readings = useMemo(() => {
    const all = readingsOn(chart);
    return isDragged ? all.filter(({ takenAt }) => takenAt >= from && takenAt < to) : all;
  }, [chart, isDragged, from, to]);
  const { reading, isPointed, container, last, handlers } = usePointing(readings, plot, {
    onPan: view.pan,
    onZoom: view.zoom,
    onDrag: (part) => view.isMovable && dragged.drag(part * spanMs(span)),
    onDrop: (part) => view.isMovable && dragged.drop(part * spanMs(span)),
    onCancel: dragged.cancel,
  });
  const words = reading && readingText(reading, chart, { unit, zone });
  const valueText = words ? [words.value, words.zone, words.time] : [timeInRangeText.chart.noReadings];
  const end = isDragged ? to : view.end;
  return (
    <>
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
        data-dragged={isDragged}
        {...handlers}
      >
        <div ref={canvas} className={classes.plot} />
        {reading === undefined && <p className={classes.none}>{timeInRangeText.chart.noReadingsHere}</p>}
        {plot !== null && isPointed && reading && words && (
          <ChartPointer plot={plot} reading={reading} color={colorOf(reading.mgdl, chart.setpoints, palette)}>
            <b>{words.value}</b>
            <span>{[words.time, words.zone].filter(Boolean).join(', ')}</span>
          </ChartPointer>
        )}
      </div>
      {end !== null && (
        <p className={`${sectionClasses.behind} ${sectionClasses.screen}`}>
          {timeInRangeText.chart.shownUntil({ hours: hoursIn(span), end: momentOf(end, serverNow(), zone) })}
        </p>
      )}
    </>
  );
}
