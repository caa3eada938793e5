import './summary/bands.css';
import './print.css';
import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useDeferredValue, useState } from 'react';
import { LoadError } from '../../components/LoadError.tsx';
import { lazyComponent } from '../../components/loading/lazy-component.tsx';
import { Panel } from '../../components/Panel.tsx';
import { CallFailed } from '../../data/call-failed.ts';
import { userQuery } from '../../data/queries.ts';
import { useAnswer } from '../../data/use-answer.ts';
import { useWearer } from '../../data/wearer/wearers.ts';
import { readingsQuery } from '../../data/wearer-queries.ts';
import { timeInRangeText } from '../../text/time-in-range.ts';
import { savedChoice } from '../range/saved-choice.ts';
import { PeriodControl } from './period/PeriodControl.tsx';
import { useChosenPeriod } from './period/use-chosen-period.ts';
import { statisticsQuery } from './queries.ts';
import { Statistics } from './Statistics.tsx';
import { StatisticsMenu } from './StatisticsMenu.tsx';
import { SettingsDialog } from './settings/SettingsDialog.tsx';
import { useSettings } from './settings/use-settings.ts';
import classes from './statistics.module.css';
import { useStoredChoice } from './stored-choice.ts';
import { Footnote } from './summary/Footnote.tsx';

/** Shown only for other dates. */
const DatesForm = lazyComponent(async () => (await import('./period/DatesForm.tsx')).DatesForm);

/** Time in range, chart, profile, lows and highs of the wearer's last days, or of any dates. */
export function StatisticsPanel() {
  const [hatched, setHatched] = useStoredChoice('tealight-hatched', ['false', 'true']);
  const { may, listed, isFollowed } = useWearer();
  const mayChange = may('set-range');
  const [settingsOpened, setSettingsOpened] = useState(false);
  const { hasTimeZone, ...read } = useSettings();
  const { settings } = read;
  const { chosen, choose, chooseDates, today } = useChosenPeriod(settings?.timeZone);
  const { range, palette } = savedChoice(useQuery(userQuery).data);
  // Readings come in the wearer's unit, also where the user could not be read.
  const readUnit = useQuery(readingsQuery).data?.unit;
  const query = useQuery(statisticsQuery(chosen));
  const { data: loaded, error, refetch } = useAnswer(query);
  // They are much to draw: deferred, React does it in small steps, and the page stays responsive.
  const data = useDeferredValue(loaded);
  const refused = error instanceof CallFailed && error.status === 400 ? error : null;
  return (
    <div className={classes.statistics} data-statistics-palette={palette} data-statistics-hatched={hatched}>
      <Panel
        title={timeInRangeText.title}
        aside={
          <>
            <PeriodControl chosen={chosen} onChange={choose} onDates={chooseDates} />
            <StatisticsMenu onSettings={mayChange ? () => setSettingsOpened(true) : null} />
          </>
        }
      >
        {typeof chosen !== 'string' && (
          <Suspense fallback={<Skeleton height={84} />}>
            <DatesForm dates={chosen} today={today()} error={refused} onChange={choose} />
          </Suspense>
        )}
        {data === undefined &&
          refused === null &&
          (error ? (
            <LoadError onRetry={refetch} />
          ) : (
            <Skeleton height={420} radius="md" aria-label={timeInRangeText.loading} />
          ))}
        {data && (
          <div className={classes.waits} data-waiting={query.isPlaceholderData}>
            <Statistics
              {...data}
              settings={settings}
              hasTimeZone={hasTimeZone}
              unit={isFollowed ? (listed?.unit ?? 'mg/dL') : (range?.unit ?? readUnit ?? 'mg/dL')}
              palette={palette}
            />
          </div>
        )}
        <Footnote
          population={data?.statistics.population ?? settings?.population ?? null}
          onChange={settings && mayChange ? () => setSettingsOpened(true) : null}
        />
      </Panel>
      {mayChange && (
        <SettingsDialog
          {...read}
          hatched={hatched === 'true'}
          onHatched={(on) => setHatched(on ? 'true' : 'false')}
          opened={settingsOpened}
          onClose={() => setSettingsOpened(false)}
        />
      )}
    </div>
  );
}
