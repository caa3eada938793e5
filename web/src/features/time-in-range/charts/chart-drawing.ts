import type { ChartSpan, glucoseChart, ReplyOf } from '@tealight/contract';
import { colorOf, glucoseIn, isStale, type Palette, type Unit } from '@tealight/glucose';
import type uPlot from 'uplot';
import { type ChartColors, lineStops, withContrast } from './chart-colors.ts';

export type ChartData = ReplyOf<typeof glucoseChart>['data'];

/** Everything that decides how a chart looks. */
export type ChartView = {
  chart: ChartData;
  /** The part of it that is seen now: the chart may be dragged. */
  period: () => ChartData['period'];
  /** Another day, moved to the hours of the chart and drawn behind it. */
  comparedChart: ChartData | null;
  /** Whether it ends now. */
  isLive: boolean;
  span: ChartSpan;
  /** Its clock, as `useChartZone` has it. */
  zone: string | undefined;
  unit: Unit;
  palette: Palette;
  colors: ChartColors;
  /** In CSS pixels. */
  width: number;
  height: number;
  /** How many times as large everything is drawn. */
  scale: number;
};

/** A height of the chart in canvas pixels, for a value in mg/dL. */
const heightOf = (plot: uPlot, { unit }: ChartView, mgdl: number): number =>
  plot.valToPos(glucoseIn(mgdl, unit), 'y', true);

/** The color of the line: at each height the color that a lamp has there. */
export function lineColor(plot: uPlot, view: ChartView): CanvasGradient | string {
  const stops = lineStops(view.chart.setpoints, view.palette, view.colors);
  const [first] = stops;
  const last = stops.at(-1);
  if (first === undefined || last === undefined || last.mgdl <= first.mgdl) return view.colors.accent;
  const bottom = heightOf(plot, view, first.mgdl);
  const top = heightOf(plot, view, last.mgdl);
  const gradient = plot.ctx.createLinearGradient(0, bottom, 0, top);
  for (const { mgdl, color } of stops) {
    gradient.addColorStop((mgdl - first.mgdl) / (last.mgdl - first.mgdl), color);
  }
  return gradient;
}

/** What is drawn behind the line: the wearer's range, and a hairline at each level that is named. */
export function drawBehind(plot: uPlot, view: ChartView, levels: readonly number[]): void {
  const { ctx, bbox } = plot;
  const { colors, chart, palette } = view;
  const { setpoints } = chart;
  ctx.save();
  if (setpoints !== null) {
    const top = heightOf(plot, view, setpoints.highMgdl);
    ctx.fillStyle = colors.soft;
    ctx.fillRect(bbox.left, top, bbox.width, heightOf(plot, view, setpoints.lowMgdl) - top);
  }
  const pixel = devicePixelRatio * view.scale;
  ctx.lineWidth = pixel;
  for (const mgdl of levels) {
    const ends = setpoints !== null && (mgdl === setpoints.lowMgdl || mgdl === setpoints.highMgdl);
    const y = Math.round(heightOf(plot, view, mgdl)) + 0.5;
    ctx.strokeStyle = ends ? withContrast(colors, colorOf(mgdl, setpoints, palette)) : colors.line;
    ctx.setLineDash(ends ? [5 * pixel, 4 * pixel] : []);
    ctx.beginPath();
    ctx.moveTo(bbox.left, y);
    ctx.lineTo(bbox.left + bbox.width, y);
    ctx.stroke();
  }
  ctx.setLineDash([]);
  if (view.comparedChart !== null) drawOtherDay(plot, view, view.comparedChart);
  ctx.restore();
}

/** Another day as a thin gray line, open where readings are missing. */
function drawOtherDay(plot: uPlot, view: ChartView, { takenAt, mgdl }: ChartView['chart']): void {
  const { ctx, bbox } = plot;
  ctx.beginPath();
  ctx.rect(bbox.left, bbox.top, bbox.width, bbox.height);
  ctx.clip();
  ctx.strokeStyle = view.colors.quiet;
  ctx.lineWidth = 1.5 * devicePixelRatio * view.scale;
  ctx.beginPath();
  takenAt.forEach((at, index) => {
    const value = mgdl[index];
    if (value == null) return;
    const [x, y] = [plot.valToPos(at, 'x', true), heightOf(plot, view, value)];
    if (mgdl[index - 1] == null) ctx.moveTo(x, y);
    else ctx.lineTo(x, y);
  });
  ctx.stroke();
}

/** The current reading glows at the end of the line; a stale one does not. */
export function drawLast(plot: uPlot, view: ChartView): void {
  const { chart, colors, palette } = view;
  const mgdl = chart.mgdl.at(-1);
  const takenAt = chart.takenAt.at(-1);
  if (mgdl == null || takenAt === undefined || isStale(takenAt, chart.period.to)) return;
  const { ctx } = plot;
  const color = chart.setpoints === null ? colors.accent : colorOf(mgdl, chart.setpoints, palette);
  const [x, y] = [plot.valToPos(takenAt, 'x', true), heightOf(plot, view, mgdl)];
  // Dragged out of the chart.
  if (x > plot.bbox.left + plot.bbox.width) return;
  const dot = (radius: number, fill: string) => {
    ctx.fillStyle = fill;
    ctx.beginPath();
    ctx.arc(x, y, radius * devicePixelRatio * view.scale, 0, 2 * Math.PI);
    ctx.fill();
  };
  ctx.save();
  dot(10, `${color}40`);
  dot(6, colors.card);
  dot(4.5, color);
  ctx.restore();
}
