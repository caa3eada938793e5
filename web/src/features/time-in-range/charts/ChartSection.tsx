import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ChartSpan, chartSpans, spanMs } from '@tealight/contract';
import type { Palette, Unit } from '@tealight/glucose';
import { Suspense } from 'react';
import { LoadError } from '../../../components/LoadError.tsx';
import { lazyComponent } from '../../../components/loading/lazy-component.tsx';
import { useNearView } from '../../../components/loading/use-near-view.ts';
import { serverNow } from '../../../data/server-clock.ts';
import { useAnswer } from '../../../data/use-answer.ts';
import { Sentence } from '../../../text/Sentence.tsx';
import { timeInRangeText } from '../../../text/time-in-range.ts';
import { DayByDay } from '../days/DayByDay.tsx';
import { useComparedDay } from '../days/use-compared-day.ts';
import { chartQuery } from '../queries.ts';
import classes from '../statistics.module.css';
import { AsTable } from '../summary/AsTable.tsx';
import { Segments } from '../summary/Segments.tsx';
import { hoursIn, momentOf, timeZoneName } from '../text.ts';
import { useChartZone } from '../use-chart-zone.ts';
import chartClasses from './chart.module.css';
import type { ChartData } from './chart-drawing.ts';
import { chartRows } from './readings-on-chart.ts';
import { type ChartWindow, useChartWindow } from './use-chart-window.ts';

/** With the chart library, which is a third of all code of the statistics. */
const GlucoseChart = lazyComponent(async () => (await import('./GlucoseChart.tsx')).GlucoseChart);
/** With the inputs of forms, which the rest of the dashboard does not need. */
const WindowControls = lazyComponent(async () => (await import('./WindowControls.tsx')).WindowControls);

export type ChartSectionProps = {
  /** Where the chart ends at first; null: now. */
  start: number | null;
  unit: Unit;
  palette: Palette;
};

/** The glucose of the last hours, and of any hours before. Code and readings are loaded when it is scrolled into view. */
export function ChartSection({ start, unit, palette }: ChartSectionProps) {
  const view = useChartWindow(start);
  const zone = useChartZone();
  const { container, near } = useNearView('0px');
  const query = useQuery({ ...chartQuery(view.span, view.end), enabled: near });
  const { isPlaceholderData } = query;
  const { data, isError, refetch } = useAnswer(query);
  const shown = data === undefined ? view.span : spanOf(data);
  const compared = useComparedDay(data, shown);
  const { heading, label } = namesOf(view, zone);
  return (
    <section aria-label={timeInRangeText.chart.title} className={classes.section}>
      <div className={classes.head}>
        <h3>
          <Sentence
            text={heading}
            parts={{ printed: (words) => <span className={classes.printOnly}>{words}</span> }}
          />
        </h3>
        <Segments
          label={timeInRangeText.chart.spans}
          value={view.span}
          onChange={view.setSpan}
          choices={chartSpans.map((value) => ({ value, label: value.replace('h', '\u00a0h') }))}
        />
      </div>
      {view.isMovable && (
        <Suspense fallback={<WaitingControls />}>
          {near ? <WindowControls view={view} compared={compared} /> : <WaitingControls />}
        </Suspense>
      )}
      {zone !== undefined && <p>{timeInRangeText.profile.timeZone({ timeZone: timeZoneName(zone) })}</p>}
      <div ref={container}>
        {data === undefined && (isError ? <LoadError onRetry={refetch} /> : <Waiting />)}
      </div>
      {data && (
        <div data-waiting={isPlaceholderData && !view.wasDragged} className={classes.waits}>
          <Suspense fallback={<Waiting />}>
            <GlucoseChart
              {...{
                chart: data,
                comparedChart: compared.comparedChart,
                view,
                span: shown,
                zone,
                unit,
                palette,
                label,
              }}
              isWaiting={isPlaceholderData}
            />
          </Suspense>
          {compared.message && <p className={classes.behind}>{compared.message}</p>}
          <AsTable
            caption={label}
            head={Object.values(timeInRangeText.chart.columns)}
            rows={() => chartRows(data, { unit, zone })}
          />
          {view.isMovable && <DayByDay unit={unit} onDay={view.showDay} />}
        </div>
      )}
    </section>
  );
}

/** As high as the chart. */
const Waiting = () => <Skeleton height={280} radius="md" />;

/** About as wide and high as the controls. */
const WaitingControls = () => (
  <div className={chartClasses.controls}>
    {[68, 60, 140, 170].map((width) => (
      <Skeleton key={width} width={width} height={34} />
    ))}
  </div>
);

/** What heading and chart are called: `Glucose of the last 24 hours`, `Glucose of 6 hours until Tue, Nov 17, 10:05 AM`. */
function namesOf({ span, end }: ChartWindow, zone: string | undefined): { heading: string; label: string } {
  const { headingLast, headingUntil, last, until } = timeInRangeText.chart;
  const hours = hoursIn(span);
  if (end === null) return { heading: headingLast({ hours }), label: last({ hours }) };
  const moment = { hours, end: momentOf(end, serverNow(), zone) };
  return { heading: headingUntil(moment), label: until(moment) };
}

/** The span of what is shown, which may still be the one before. */
const spanOf = ({ period }: ChartData): ChartSpan =>
  chartSpans.find((span) => spanMs(span) >= period.to - period.from) ?? '24h';
