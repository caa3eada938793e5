import type { ChartSpan } from '@tealight/contract';
import { glucoseIn, MGDL_PER_MMOL } from '@tealight/glucose';
import type uPlot from 'uplot';
import { timeOnAxis } from '../text.ts';
import { levelsBeside, levelText, reach, timesBelow } from './chart-axes.ts';
import type { ChartView } from './chart-drawing.ts';
import { drawBehind, drawLast, lineColor } from './chart-drawing.ts';

/** Readings of so few hours are drawn one by one. */
const dotted: readonly ChartSpan[] = ['3h', '6h'];

/** The two columns that are drawn; glucose in the wearer's unit. */
export const columnsOf = ({ chart, unit }: ChartView): uPlot.AlignedData => [
  chart.takenAt,
  chart.mgdl.map((mgdl) => (mgdl === null ? null : glucoseIn(mgdl, unit))),
];

/** How the chart is drawn. Its cursor is ours: it serves mouse, finger and keyboard alike. */
export function optionsOf(view: ChartView): uPlot.Options {
  const { chart, period, unit, scale } = view;
  const { min, max } = reach([...chart.mgdl, ...(view.comparedChart?.mgdl ?? [])], chart.setpoints, unit);
  const levels = levelsBeside(chart.setpoints, unit === 'mg/dL' ? max : max * MGDL_PER_MMOL);
  return {
    width: view.width * scale,
    height: view.height * scale,
    // At midnight half of a time stands beyond the right edge.
    padding: [8 * scale, 18 * scale, 0, 0],
    legend: { show: false },
    cursor: { show: false },
    scales: {
      x: { time: false, range: () => [period().from, period().to] },
      y: { range: [min, max] },
    },
    axes: axesOf(view, levels),
    series: [{}, lineOf(view)],
    hooks: {
      drawClear: [(plot) => drawBehind(plot, view, levels)],
      draw: [(plot) => view.isLive && drawLast(plot, view)],
    },
  };
}

function axesOf(
  { period, span, zone, unit, colors, scale, width }: ChartView,
  levels: number[],
): uPlot.Axis[] {
  const axis = {
    stroke: colors.quiet,
    font: `${12 * scale}px ${colors.font}`,
    gap: 5 * scale,
    ticks: { show: false },
    grid: { show: false },
  };
  const times: uPlot.Axis = {
    ...axis,
    size: 28 * scale,
    splits: () => timesBelow(period(), { span, width, zone }),
    values: (_, moments) => moments.map((at) => timeOnAxis(at, span, zone)),
  };
  const values: uPlot.Axis = {
    ...axis,
    size: 42 * scale,
    splits: () => levels.map((mgdl) => glucoseIn(mgdl, unit)),
    values: () => levels.map((mgdl) => levelText(mgdl, unit)),
  };
  return [times, values];
}

function lineOf(view: ChartView): uPlot.Series {
  const { span, scale } = view;
  const isDotted = dotted.includes(span);
  return {
    width: 2.5 * scale,
    stroke: (plot) => lineColor(plot, view),
    points: {
      show: true,
      size: (isDotted ? 6 : 4) * scale,
      width: 0,
      fill: (plot: uPlot) => lineColor(plot, view),
      // A line needs two readings: one alone between two gaps is a dot.
      filter: (plot) => (isDotted ? null : alone(plot.data[1])),
    },
  };
}

function alone(values: uPlot.AlignedData[number] | undefined): number[] {
  const found: number[] = [];
  values?.forEach((value, index) => {
    if (value != null && values[index - 1] == null && values[index + 1] == null) found.push(index);
  });
  return found;
}
