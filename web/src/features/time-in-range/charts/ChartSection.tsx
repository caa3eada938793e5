import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ChartSpan, chartSpans } from '@tealight/contract';
import type { Palette, Unit } from '@tealight/glucose';
import { LoadError } from '../../../components/LoadError.tsx';
import { chartQuery } from '../queries.ts';
import classes from '../statistics.module.css';
import { useStoredChoice } from '../stored-choice.ts';
import { AsTable } from '../summary/AsTable.tsx';
import { Segments } from '../summary/Segments.tsx';
import type { ChartData } from './chart-options.ts';
import { GlucoseChart } from './GlucoseChart.tsx';
import { readingsOn, readingText } from './readings-on-chart.ts';

export type ChartSectionProps = { unit: Unit; palette: Palette };

const spans: readonly [ChartSpan, ...ChartSpan[]] = ['24h', ...chartSpans];
const hoursText = (span: ChartSpan): string => `${Number.parseInt(span, 10)} hours`;

/** The glucose of the last hours. */
export function ChartSection({ unit, palette }: ChartSectionProps) {
  const [span, setSpan] = useStoredChoice('tealight-chart', spans);
  const { data, isError, refetch, isPlaceholderData } = useQuery(chartQuery(span));
  const label = `Glucose of the last ${hoursText(span)}`;
  return (
    <section aria-label="Glucose" className={classes.section}>
      <div className={classes.head}>
        <h3>
          Glucose<span className={classes.printOnly}>, last {hoursText(span)}</span>
        </h3>
        <Segments
          label="How far the chart looks back"
          value={span}
          onChange={setSpan}
          choices={chartSpans.map((value) => ({ value, label: value.replace('h', '\u00a0h') }))}
        />
      </div>
      {data === undefined &&
        (isError ? <LoadError onRetry={refetch} /> : <Skeleton height={280} radius="md" />)}
      {data && (
        <div data-waiting={isPlaceholderData} className={classes.waits}>
          <GlucoseChart chart={data} span={spanOf(data)} unit={unit} palette={palette} label={label} />
          <AsTable caption={label} head={['Time', 'Glucose', 'Zone']} rows={() => tableRows(data, unit)} />
        </div>
      )}
    </section>
  );
}

/** The span of what is shown, which may still be the one before. */
const spanOf = ({ period }: ChartData): ChartSpan =>
  chartSpans.find((span) => Number.parseInt(span, 10) * 3_600_000 >= period.to - period.from) ?? '24h';

/** Newest first: that is what somebody who reads wants to know. */
const tableRows = (chart: ChartData, unit: Unit): (readonly string[])[] =>
  readingsOn(chart)
    .toReversed()
    .map((reading) => {
      const { time, value, zone } = readingText(reading, chart, unit);
      return [time, value, zone ?? '–'];
    });
