import { MINUTE_MS } from '@tealight/glucose';
import type { ChartData } from './chart-drawing.ts';

/** A longer gap between two readings is not bridged, as within a chart: see `pointsOf`. */
const GAP_MS = 15 * MINUTE_MS;

type Columns = Pick<ChartData, 'takenAt' | 'mgdl'>;

/**
 * A chart with the readings of the times before and after it, as far as they are loaded. Period and setpoints are its
 * own; where charts overlap, its own readings count.
 */
export function joinCharts(
  older: ChartData | undefined,
  chart: ChartData,
  newer: ChartData | undefined,
): ChartData {
  const first = chart.takenAt[0] ?? chart.period.from;
  const last = chart.takenAt.at(-1) ?? chart.period.to;
  const before = taken(older, (at) => at < first);
  const after = taken(newer, (at) => at > last);
  return { ...chart, ...joined(joined(before, chart), after) };
}

function taken(chart: ChartData | undefined, isWanted: (at: number) => boolean): Columns {
  const columns: Columns = { takenAt: [], mgdl: [] };
  chart?.takenAt.forEach((at, index) => {
    if (!isWanted(at)) return;
    columns.takenAt.push(at);
    columns.mgdl.push(chart.mgdl[index] ?? null);
  });
  return columns;
}

function joined(one: Columns, next: Columns): Columns {
  const end = one.takenAt.at(-1);
  const start = next.takenAt[0];
  const isGap = end !== undefined && start !== undefined && start - end > GAP_MS;
  return {
    takenAt: [...one.takenAt, ...(isGap ? [end + 1] : []), ...next.takenAt],
    mgdl: [...one.mgdl, ...(isGap ? [null] : []), ...next.mgdl],
  };
}
