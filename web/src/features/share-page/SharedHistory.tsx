import '../time-in-range/summary/bands.css';
import { useQuery } from '@tanstack/react-query';
import type { Palette, Unit } from '@tealight/glucose';
import { useState } from 'react';
import { LoadError } from '../../components/LoadError.tsx';
import { Panel } from '../../components/Panel.tsx';
import { useAnswer } from '../../data/use-answer.ts';
import { sharePageText } from '../../text/people/share-page.ts';
import { timeInRangeText } from '../../text/time-in-range.ts';
import { lengthInDays, lengthText } from '../time-in-range/period/chosen-period.ts';
import { ProfileFigure } from '../time-in-range/profile/ProfileFigure.tsx';
import statisticsClasses from '../time-in-range/statistics.module.css';
import { BandBar } from '../time-in-range/summary/BandBar.tsx';
import { bandRows } from '../time-in-range/summary/bands.ts';
import { Goals } from '../time-in-range/summary/Goals.tsx';
import { Headline } from '../time-in-range/summary/Headline.tsx';
import { KeyNumbers } from '../time-in-range/summary/KeyNumbers.tsx';
import { Segments } from '../time-in-range/summary/Segments.tsx';
import { type SharedPeriod, sharedHistoryQuery } from './shared-queries.ts';

const periods: readonly SharedPeriod[] = ['7d', '14d', '30d'];

export type SharedHistoryProps = { secret: string; unit: Unit; palette: Palette };

/** Time in range and profile of a share link of scope `history`. */
export function SharedHistory({ secret, unit, palette }: SharedHistoryProps) {
  const [period, setPeriod] = useState<SharedPeriod>('14d');
  const query = useQuery({
    ...sharedHistoryQuery(secret, period),
    // While the next period loads, the current one is still shown.
    placeholderData: (before) => before,
  });
  const { data, isError, refetch } = useAnswer(query);
  const { days } = sharePageText.history;
  return (
    <div className={statisticsClasses.statistics} data-statistics-palette={palette}>
      <Panel
        title={sharePageText.history.title}
        aside={
          <Segments
            label={sharePageText.history.periods}
            value={period}
            onChange={setPeriod}
            choices={periods.map((value) => ({ value, label: days({ days: lengthInDays(value) }) }))}
          />
        }
      >
        {data === undefined && isError && <LoadError onRetry={refetch} />}
        {data && <History {...data} unit={unit} />}
      </Panel>
    </div>
  );
}

type HistoryData = Awaited<ReturnType<NonNullable<ReturnType<typeof sharedHistoryQuery>['queryFn']>>>;

function History({ chosen, statistics, profile, unit }: HistoryData & { unit: Unit }) {
  const { current, comparison, population } = statistics;
  if (current === null) return <p>{timeInRangeText.period.noReadings({ length: lengthText(chosen) })}</p>;
  const rows = bandRows(current, { population, unit, chosen });
  return (
    <>
      <Headline rows={rows} numbers={current} unit={unit} comparison={comparison} />
      <BandBar rows={rows} unit={unit} />
      <KeyNumbers numbers={current} unit={unit} />
      <div className={statisticsClasses.columns}>
        <section aria-label={timeInRangeText.profile.title} className={statisticsClasses.section}>
          <h3>{timeInRangeText.profile.title}</h3>
          {!profile.sufficiency.isEnough && <p>{profile.sufficiency.sentence}</p>}
          {profile.points.length > 0 && (
            <ProfileFigure points={profile.points} population={population} unit={unit} />
          )}
        </section>
        {current.goals && <Goals goals={current.goals} population={population} unit={unit} />}
      </div>
    </>
  );
}
