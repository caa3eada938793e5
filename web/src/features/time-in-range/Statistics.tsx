import type { ChosenPeriod, ReplyOf, readStatistics, StatisticsSettings } from '@tealight/contract';
import type { Palette, Unit } from '@tealight/glucose';
import { memo } from 'react';
import { useNow } from '../../components/use-now.ts';
import { useWearer } from '../../data/wearer/wearers.ts';
import { timeInRangeText } from '../../text/time-in-range.ts';
import { ChartSection } from './charts/ChartSection.tsx';
import { midnightAfter, midnightOf } from './days/browser-days.ts';
import { datesText, hasProfile, lengthText } from './period/chosen-period.ts';
import { ProfileSection } from './profile/ProfileSection.tsx';
import { ReportHead } from './ReportHead.tsx';
import classes from './statistics.module.css';
import { AsTable } from './summary/AsTable.tsx';
import { BandBar } from './summary/BandBar.tsx';
import { bandRows } from './summary/bands.ts';
import { comparisonHead, comparisonRows } from './summary/comparison-rows.ts';
import { Events } from './summary/Events.tsx';
import { Goals } from './summary/Goals.tsx';
import { Headline } from './summary/Headline.tsx';
import { KeyNumbers } from './summary/KeyNumbers.tsx';
import { useChartZone } from './use-chart-zone.ts';

export type StatisticsProps = {
  statistics: ReplyOf<typeof readStatistics>['data'];
  /** Their period, which may still be the previous one while the next loads. */
  chosen: ChosenPeriod;
  settings: StatisticsSettings | undefined;
  /** Whether the wearer's time zone is known, or never will be. */
  hasTimeZone: boolean;
  unit: Unit;
  palette: Palette;
};

/** The statistics of a period; drawn again only when they have changed, since they are most of the page. */
export const Statistics = memo(function Statistics({
  statistics,
  chosen,
  settings,
  hasTimeZone,
  unit,
  palette,
}: StatisticsProps) {
  const now = useNow();
  const zone = useChartZone();
  const { may } = useWearer();
  const { current, events, population } = statistics;
  if (current === null) return <NoReadings chosen={chosen} />;
  const chartStart = typeof chosen === 'string' ? null : endOfDay(chosen.until, now, zone);
  return (
    <>
      <Summary statistics={statistics} chosen={chosen} settings={settings} unit={unit} />
      <div className={`${classes.columns} ${classes.recent}`}>
        {may('see-day') && <ChartSection key={chartStart} start={chartStart} unit={unit} palette={palette} />}
        <Events events={events} chosen={chosen} unit={unit} now={now} />
      </div>
      {hasProfile(chosen) && hasTimeZone && (
        <div className={classes.columns}>
          <ProfileSection chosen={chosen} population={population} unit={unit} />
          {current.goals && <Goals goals={current.goals} population={population} unit={unit} />}
        </div>
      )}
    </>
  );
});

type SummaryProps = Pick<StatisticsProps, 'statistics' | 'chosen' | 'settings' | 'unit'>;

/** What does not change with the time of day. */
const Summary = memo(function Summary({ statistics, chosen, settings, unit }: SummaryProps) {
  const { current, before, comparison, population, period } = statistics;
  if (current === null) return null;
  const options = { population, unit, chosen };
  const rows = bandRows(current, options);
  return (
    <>
      <ReportHead period={period} population={population} chosen={chosen} settings={settings} />
      <Headline rows={rows} numbers={current} unit={unit} comparison={comparison} />
      <BandBar rows={rows} unit={unit} />
      <KeyNumbers numbers={current} unit={unit} />
      <AsTable
        caption={timeInRangeText.comparison.caption}
        head={comparisonHead(chosen)}
        rows={() => comparisonRows(current, before, options)}
      />
    </>
  );
});

/** Where a day ends on the clock of the chart; null for today, which ends now. */
function endOfDay(date: string, now: number, zone: string | undefined): number | null {
  const end = midnightAfter(midnightOf(date, zone), zone);
  return end < now ? end : null;
}

function NoReadings({ chosen }: { chosen: ChosenPeriod }) {
  return (
    <p className={classes.nothing}>
      {typeof chosen === 'string'
        ? timeInRangeText.period.noReadings({ length: lengthText(chosen) })
        : timeInRangeText.period.noReadingsIn({ dates: datesText(chosen) })}
    </p>
  );
}
