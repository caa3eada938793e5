import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ChartSpan, chartSpans, spanMs } from '@tealight/contract';
import { DAY_MS, type Palette, type Unit } from '@tealight/glucose';
import { useState } from 'react';
import { LoadError } from '../../../components/LoadError.tsx';
import { chartQuery } from '../queries.ts';
import classes from '../statistics.module.css';
import { AsTable } from '../summary/AsTable.tsx';
import { Segments } from '../summary/Segments.tsx';
import { momentOf } from '../text.ts';
import type { ChartData } from './chart-options.ts';
import { type CompareDays, chartLabel, compareText, hoursText } from './chart-text.ts';
import { DayByDay } from './DayByDay.tsx';
import { GlucoseChart } from './GlucoseChart.tsx';
import { readingsOn, readingText } from './readings-on-chart.ts';
import { useChartWindow } from './use-chart-window.ts';
import { WindowControls } from './WindowControls.tsx';

export type ChartSectionProps = { unit: Unit; palette: Palette };

/** The glucose of the last hours, and of any hours before. */
export function ChartSection({ unit, palette }: ChartSectionProps) {
  const view = useChartWindow();
  const { span, end } = view;
  const [compare, setCompare] = useState<CompareDays>('0');
  const { data, isError, refetch, isPlaceholderData } = useQuery(chartQuery(span, end));
  const behind = useBehind(data, Number(compare));
  const label = chartLabel(span, end);
  return (
    <section aria-label="Glucose" className={classes.section}>
      <div className={classes.head}>
        <h3>
          Glucose
          <span className={classes.printOnly}>
            {end === null ? `, last ${hoursText(span)}` : label.replace(/^Glucose/, '')}
          </span>
        </h3>
        <Segments
          label="How far the chart looks back"
          value={span}
          onChange={view.setSpan}
          choices={chartSpans.map((value) => ({ value, label: value.replace('h', '\u00a0h') }))}
        />
      </div>
      <WindowControls view={view} compare={compare} onCompare={setCompare} />
      {end !== null && (
        <p className={classes.behind}>{`${hoursText(span)} until ${momentOf(end, Date.now())}`}</p>
      )}
      {data === undefined &&
        (isError ? <LoadError onRetry={refetch} /> : <Skeleton height={280} radius="md" />)}
      {data && (
        <div data-waiting={isPlaceholderData} className={classes.waits}>
          <GlucoseChart
            {...{ chart: data, behind, span: spanOf(data), isLive: end === null, unit, palette, label }}
            onPan={view.pan}
            onZoom={view.zoom}
          />
          {behind && <p className={classes.behind}>{compareText[compare]}</p>}
          <AsTable caption={label} head={['Time', 'Glucose', 'Zone']} rows={() => tableRows(data, unit)} />
          <DayByDay unit={unit} onDay={view.showDay} />
        </div>
      )}
    </section>
  );
}

/** The chart of the same hours some days before, moved to the hours of this one. */
function useBehind(chart: ChartData | undefined, days: number): ChartData | null {
  const to = chart === undefined ? 0 : chart.period.to - days * DAY_MS;
  const { data } = useQuery({
    ...chartQuery(chart ? spanOf(chart) : '24h', to),
    enabled: chart !== undefined && days > 0,
  });
  if (chart === undefined || data === undefined || days === 0) return null;
  return { ...data, takenAt: data.takenAt.map((at) => at + days * DAY_MS) };
}

/** The span of what is shown, which may still be the one before. */
const spanOf = ({ period }: ChartData): ChartSpan =>
  chartSpans.find((span) => spanMs(span) >= period.to - period.from) ?? '24h';

/** Newest first: that is what somebody who reads wants to know. */
const tableRows = (chart: ChartData, unit: Unit): (readonly string[])[] =>
  readingsOn(chart)
    .toReversed()
    .map((reading) => {
      const { time, value, zone } = readingText(reading, chart, unit);
      return [time, value, zone ?? '–'];
    });
