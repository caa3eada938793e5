import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { spanMs } from '@tealight/contract';
import type { Unit } from '@tealight/glucose';
import { formatMoment } from '../../../data/page/page-locale.ts';
import { serverNow } from '../../../data/server-clock.ts';
import { timeInRangeText } from '../../../text/time-in-range.ts';
import type { ChartData } from '../charts/chart-drawing.ts';
import { readingsOn } from '../charts/readings-on-chart.ts';
import { chartQuery, furtherChartQuery } from '../queries.ts';
import { showExtreme } from '../text.ts';
import { useChartZone } from '../use-chart-zone.ts';
import { midnightAfter, midnightBefore } from './browser-days.ts';

const DAYS = 14;
/** The height of a small chart, mg/dL; what is higher is drawn at its upper edge. */
const MAX_MGDL = 300;
/** The longest that the server's charts connect: three readings of a sensor that measures every 15 minutes. */
const GAP_MS = 45 * 60_000;

export type DaysProps = { unit: Unit; onDay: (midnight: number) => void };

/** The last 14 whole days side by side. `onDay` gets the midnight at which the pressed one begins. */
export function Days({ unit, onDay }: DaysProps) {
  const now = serverNow();
  const zone = useChartZone();
  return (
    <ul>
      {Array.from({ length: DAYS }, (_, index) => midnightBefore(now, index + 1, zone)).map((midnight) => (
        <Day key={midnight} midnight={midnight} unit={unit} onDay={onDay} />
      ))}
    </ul>
  );
}

type DayProps = { midnight: number; unit: Unit; onDay: (midnight: number) => void };

function Day({ midnight, unit, onDay }: DayProps) {
  const zone = useChartZone();
  const end = midnightAfter(midnight, zone);
  const { data, isError } = useDay(midnight, end);
  const chart = data && partOf(data, midnight, end);
  const name = formatMoment(midnight, {
    weekday: 'short',
    month: 'short',
    day: 'numeric',
    ...(zone !== undefined && { timeZone: zone }),
  });
  return (
    <li>
      <button type="button" onClick={() => onDay(midnight)}>
        <span>{name}</span>
        {data === undefined && !isError && <Skeleton height={48} />}
        {chart && <SmallChart chart={chart} />}
        <small>{isError ? timeInRangeText.dayByDay.notLoaded : chart && rangeText(chart, unit)}</small>
      </button>
    </li>
  );
}

/** The chart of a day. One call covers 24 hours: the first of a day with 25 are a call of their own. */
function useDay(midnight: number, end: number): { data: ChartData | undefined; isError: boolean } {
  const isLong = end - midnight > spanMs('24h');
  const rest = useQuery(chartQuery('24h', end));
  const first = useQuery({ ...furtherChartQuery('3h', midnight + spanMs('3h')), enabled: isLong });
  if (!isLong) return rest;
  const isError = rest.isError || first.isError;
  if (rest.data === undefined || first.data === undefined) return { data: undefined, isError };
  return { data: joined(first.data, rest.data), isError };
}

/** Two charts that overlap as one; the line is open between them where readings are missing. */
function joined(first: ChartData, rest: ChartData): ChartData {
  const [start = Number.POSITIVE_INFINITY] = rest.takenAt;
  const count = first.takenAt.filter((at) => at < start).length;
  const isOpen = start - (first.takenAt[count - 1] ?? start) > GAP_MS;
  return {
    ...rest,
    period: { from: first.period.from, to: rest.period.to },
    takenAt: [...first.takenAt.slice(0, count), ...(isOpen ? [start - 1] : []), ...rest.takenAt],
    mgdl: [...first.mgdl.slice(0, count), ...(isOpen ? [null] : []), ...rest.mgdl],
  };
}

/**
 * The day alone: the chart starts with readings from before its period, and its 24 hours with the day before where the
 * day has 23.
 */
function partOf({ takenAt, mgdl, period, setpoints }: ChartData, midnight: number, end: number): ChartData {
  const from = Math.max(midnight, period.from);
  const isInDay = (_: unknown, index: number) => {
    const at = takenAt[index];
    return at !== undefined && at >= from && at < end;
  };
  return {
    period: { from, to: end },
    takenAt: takenAt.filter(isInDay),
    mgdl: mgdl.filter(isInDay),
    setpoints,
  };
}

/** `62 to 210 mg/dL`, or that there is nothing. */
function rangeText(chart: ChartData, unit: Unit): string {
  const values = readingsOn(chart).map(({ mgdl }) => mgdl);
  if (values.length === 0) return timeInRangeText.dayByDay.noReadings;
  return timeInRangeText.dayByDay.fromTo({
    lowest: showExtreme(Math.min(...values), unit),
    highest: `${showExtreme(Math.max(...values), unit)} ${unit}`,
  });
}

function SmallChart({ chart }: { chart: ChartData }) {
  const { setpoints, period } = chart;
  const heightOf = (mgdl: number) => MAX_MGDL - Math.min(MAX_MGDL, mgdl);
  return (
    <svg viewBox={`0 0 1440 ${MAX_MGDL}`} preserveAspectRatio="none" aria-hidden="true">
      {setpoints && (
        <rect
          width="1440"
          y={heightOf(setpoints.highMgdl)}
          height={heightOf(setpoints.lowMgdl) - heightOf(setpoints.highMgdl)}
        />
      )}
      <path d={pathOf(chart, (at) => (1440 * (at - period.from)) / (period.to - period.from), heightOf)} />
    </svg>
  );
}

/** A line that is open where readings are missing. */
function pathOf(
  { takenAt, mgdl }: ChartData,
  x: (at: number) => number,
  y: (mgdl: number) => number,
): string {
  return takenAt
    .map((at, index) => {
      const value = mgdl[index];
      if (value == null) return '';
      const isFirst = mgdl[index - 1] == null;
      return `${isFirst ? 'M' : 'L'}${x(at).toFixed(1)},${y(value).toFixed(0)}`;
    })
    .join('');
}
