import type { ChartSpan, ReplyOf, storyChart } from '@tealight/contract';
import { glucoseIn, type Palette, type Unit } from '@tealight/glucose';
import type uPlot from 'uplot';
import { levelsBeside, levelText, reach, timesBelow } from './chart-axes.ts';
import type { ChartLook } from './chart-colours.ts';
import { drawBehind, drawLast, lineColor } from './chart-drawing.ts';
import { timeOnAxis } from './words.ts';

export type ChartData = ReplyOf<typeof storyChart>['data'];

/** Everything that decides how a chart looks. */
export type ChartView = {
  chart: ChartData;
  span: ChartSpan;
  unit: Unit;
  palette: Palette;
  look: ChartLook;
  width: number;
  height: number;
};

/** Readings of so few hours are drawn one by one. */
const dotted: readonly ChartSpan[] = ['3h', '6h'];

/** The two columns that are drawn; glucose in the wearer's unit. */
export const columnsOf = ({ chart, unit }: ChartView): uPlot.AlignedData => [
  chart.takenAt,
  chart.mgdl.map((mgdl) => (mgdl === null ? null : glucoseIn(mgdl, unit))),
];

/** How the chart is drawn. Its cursor is ours: it serves mouse, finger and keyboard alike. */
export function optionsOf(view: ChartView): uPlot.Options {
  const { chart, span, unit, look, width, height } = view;
  const { min, max } = reach(chart.mgdl, chart.setpoints, unit);
  const levels = levelsBeside(chart.setpoints, unit === 'mg/dL' ? max : max * 18);
  const axis = { stroke: look.quiet, font: look.font, ticks: { show: false }, grid: { show: false } };
  return {
    width,
    height,
    padding: [8, 10, 0, 0],
    legend: { show: false },
    cursor: { show: false },
    scales: {
      x: { time: false, range: [chart.period.from, chart.period.to] },
      y: { range: [min, max] },
    },
    axes: [
      {
        ...axis,
        size: 28,
        splits: () => timesBelow(chart.period, span, width),
        values: (_, times) => times.map((at) => timeOnAxis(at, span)),
      },
      {
        ...axis,
        size: 42,
        splits: () => levels.map((mgdl) => glucoseIn(mgdl, unit)),
        values: () => levels.map((mgdl) => levelText(mgdl, unit)),
      },
    ],
    series: [
      {},
      {
        width: 2.5,
        stroke: (plot) => lineColor(plot, view),
        points: {
          size: dotted.includes(span) ? 6 : 4,
          width: 0,
          fill: (plot: uPlot) => lineColor(plot, view),
          // A line needs two readings: one alone between two gaps is a dot.
          filter: (plot) => (dotted.includes(span) ? null : alone(plot.data[1])),
          show: true,
        },
      },
    ],
    hooks: {
      drawClear: [(plot) => drawBehind(plot, view, levels)],
      draw: [(plot) => drawLast(plot, view)],
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
