import {
  profilePeriods,
  type ReplyOf,
  type StoryPeriod,
  type StorySettings,
  spanMs,
  storyPeriods,
  type storyStatistics,
} from '@tealight/contract';
import type { Palette, Unit } from '@tealight/glucose';
import { useNow } from '../../../ui/use-now.ts';
import { AsTable } from './AsTable.tsx';
import { BandBar } from './BandBar.tsx';
import { bandRows } from './bands.ts';
import { ChartSection } from './ChartSection.tsx';
import { comparisonHead, comparisonRows } from './comparison-rows.ts';
import { Events } from './Events.tsx';
import { Goals } from './Goals.tsx';
import { Headline } from './Headline.tsx';
import { KeyNumbers } from './KeyNumbers.tsx';
import { ProfileSection } from './ProfileSection.tsx';
import { ReportHead } from './ReportHead.tsx';
import classes from './story.module.css';
import { periodWords } from './words.ts';

export type StoryProps = {
  told: ReplyOf<typeof storyStatistics>['data'];
  settings: StorySettings | undefined;
  /** Whether the wearer's time zone is known, or never will be. */
  zoned: boolean;
  unit: Unit;
  palette: Palette;
};

/** What a period tells. */
export function Story({ told, settings, zoned, unit, palette }: StoryProps) {
  const now = useNow();
  const { current, before, comparison, events, population } = told;
  const period = wordOf(told.period);
  if (current === null) return <Nothing period={period} />;
  const asked = { population, unit, period };
  const rows = bandRows(current, asked);
  const profiled = profilePeriods.find((one) => one === period);
  return (
    <>
      <ReportHead period={told.period} word={period} settings={settings} />
      <Headline rows={rows} numbers={current} unit={unit} comparison={comparison} />
      <BandBar rows={rows} unit={unit} />
      <KeyNumbers numbers={current} unit={unit} />
      <AsTable
        caption="Time in range and the period before"
        head={comparisonHead(period)}
        rows={() => comparisonRows(current, before, asked)}
      />
      <div className={classes.columns}>
        <ChartSection unit={unit} palette={palette} />
        <Events events={events} period={period} unit={unit} now={now} />
      </div>
      {profiled && zoned && (
        <div className={classes.columns}>
          <ProfileSection period={profiled} population={population} unit={unit} />
          {current.goals && <Goals goals={current.goals} population={population} unit={unit} />}
        </div>
      )}
    </>
  );
}

function Nothing({ period }: { period: StoryPeriod }) {
  return (
    <p className={classes.nothing}>
      There are no readings in the last {periodWords[period]}. As soon as your source sends some, they are
      told here: time in range, lows and highs, and how your days usually go.
    </p>
  );
}

/** The period that is told, which may still be the one before the wearer's choice. */
const wordOf = ({ from, to }: { from: number; to: number }): StoryPeriod =>
  storyPeriods.find((word) => spanMs(word) === to - from) ?? '24h';
