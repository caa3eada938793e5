import { useElementSize } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { type ChartSpan, chartSpans } from '@tealight/contract';
import type { Palette, Unit } from '@tealight/glucose';
import { useState } from 'react';
import { LoadError } from '../../components/LoadError.tsx';
import { Panel } from '../../components/Panel.tsx';
import { useAnswer } from '../../data/use-answer.ts';
import { sharePageText } from '../../text/people/share-page.ts';
import { timeInRangeText } from '../../text/time-in-range.ts';
import type { ChartData } from '../time-in-range/charts/chart-drawing.ts';
import { chartRows } from '../time-in-range/charts/readings-on-chart.ts';
import { AsTable } from '../time-in-range/summary/AsTable.tsx';
import { Segments } from '../time-in-range/summary/Segments.tsx';
import { browserZone, hoursIn } from '../time-in-range/text.ts';
import { SharedChart } from './SharedChart.tsx';
import { sharedDayQuery } from './shared-queries.ts';

export type SharedDayProps = { secret: string; unit: Unit; palette: Palette; timeZone: string | null };

/** The chart of a share link of scope `day`. It cannot be moved through history. */
export function SharedDay({ secret, unit, palette, timeZone }: SharedDayProps) {
  // The chart's clock is the wearer's, and says so where it is another than this device's (PPL-22).
  const zone = timeZone === null || timeZone === browserZone() ? undefined : timeZone;
  const [span, setSpan] = useState<ChartSpan>('24h');
  const { ref: sized, width } = useElementSize();
  const { data, isError, refetch } = useAnswer(useQuery(sharedDayQuery(secret, span)));
  const [shown, setShown] = useState<{ data: ChartData; span: ChartSpan } | null>(null);
  // Until another span is loaded, the one before stays.
  if (data !== undefined && shown?.data !== data) setShown({ data, span });
  const isMissing = data === undefined && isError;
  const label = timeInRangeText.chart.last({ hours: hoursIn(shown?.span ?? span) });
  return (
    <Panel
      title={timeInRangeText.chart.panel}
      aside={
        <Segments
          label={sharePageText.chart.spans}
          value={span}
          onChange={setSpan}
          choices={chartSpans.map((value) => ({ value, label: value.replace('h', '\u00a0h') }))}
        />
      }
    >
      <div ref={sized}>
        {isMissing && <LoadError onRetry={refetch} />}
        {!isMissing && shown && (
          <>
            <SharedChart chart={shown.data} span={shown.span} {...{ unit, palette, zone, width, label }} />
            <AsTable
              caption={label}
              head={Object.values(timeInRangeText.chart.columns)}
              rows={() => chartRows(shown.data, { unit, zone })}
            />
          </>
        )}
      </div>
    </Panel>
  );
}
