import {
  profilePeriods,
  type ReplyOf,
  type readStatistics,
  type StatisticsPeriod,
  type StatisticsSettings,
  spanMs,
  statisticsPeriods,
} from '@tealight/contract';
import type { Palette, Unit } from '@tealight/glucose';
import { useNow } from '../../components/use-now.ts';
import { ChartSection } from './charts/ChartSection.tsx';
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
import { periodText } from './text.ts';

export type StatisticsProps = {
  statistics: ReplyOf<typeof readStatistics>['data'];
  settings: StatisticsSettings | undefined;
  /** Whether the wearer's time zone is known, or never will be. */
  hasTimeZone: boolean;
  unit: Unit;
  palette: Palette;
};

/** The statistics of a period. */
export function Statistics({ statistics, settings, hasTimeZone, unit, palette }: StatisticsProps) {
  const now = useNow();
  const { current, before, comparison, events, population } = statistics;
  const period = periodOf(statistics.period);
  if (current === null) return <NoReadings period={period} />;
  const options = { population, unit, period };
  const rows = bandRows(current, options);
  const profilePeriod = profilePeriods.find((one) => one === period);
  return (
    <>
      <ReportHead period={statistics.period} word={period} settings={settings} />
      <Headline rows={rows} numbers={current} unit={unit} comparison={comparison} />
      <BandBar rows={rows} unit={unit} />
      <KeyNumbers numbers={current} unit={unit} />
      <AsTable
        caption="Time in range and the period before"
        head={comparisonHead(period)}
        rows={() => comparisonRows(current, before, options)}
      />
      <div className={`${classes.columns} ${classes.recent}`}>
        <ChartSection unit={unit} palette={palette} />
        <Events events={events} period={period} unit={unit} now={now} />
      </div>
      {profilePeriod && hasTimeZone && (
        <div className={classes.columns}>
          <ProfileSection period={profilePeriod} population={population} unit={unit} />
          {current.goals && <Goals goals={current.goals} population={population} unit={unit} />}
        </div>
      )}
    </>
  );
}

function NoReadings({ period }: { period: StatisticsPeriod }) {
  return (
    <p className={classes.nothing}>
      There are no readings in the last {periodText[period]}. Your statistics will appear here once readings
      arrive: time in range, lows and highs, and your typical day.
    </p>
  );
}

/** The period of the data, which may still be the previous one while the next loads. */
const periodOf = ({ from, to }: { from: number; to: number }): StatisticsPeriod =>
  statisticsPeriods.find((word) => spanMs(word) === to - from) ?? '24h';
