import './summary/bands.css';
import './print.css';
import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type StatisticsPeriod, statisticsPeriods } from '@tealight/contract';
import { useState } from 'react';
import { LoadError } from '../../components/LoadError.tsx';
import { Panel } from '../../components/Panel.tsx';
import { userQuery } from '../../data/queries.ts';
import { savedChoice } from '../range/saved-choice.ts';
import { PeriodControl } from './PeriodControl.tsx';
import { statisticsQuery } from './queries.ts';
import { Statistics } from './Statistics.tsx';
import { StatisticsMenu } from './StatisticsMenu.tsx';
import { SettingsDialog } from './settings/SettingsDialog.tsx';
import { useSettings } from './settings/use-settings.ts';
import classes from './statistics.module.css';
import { useStoredChoice } from './stored-choice.ts';
import { Footnote } from './summary/Footnote.tsx';

const periods: readonly [StatisticsPeriod, ...StatisticsPeriod[]] = ['7d', ...statisticsPeriods];

/** Time in range, chart, profile, lows and highs of the wearer's last days. */
export function StatisticsPanel() {
  const [period, choosePeriod] = useStoredChoice('tealight-period', periods);
  const [hatched, setHatched] = useStoredChoice('tealight-hatched', ['false', 'true']);
  const [settingsOpened, setSettingsOpened] = useState(false);
  const { settings, hasTimeZone } = useSettings();
  const { range, palette } = savedChoice(useQuery(userQuery).data);
  const { data, isError, refetch, isPlaceholderData } = useQuery(statisticsQuery(period));
  return (
    <div className={classes.statistics} data-statistics-palette={palette} data-statistics-hatched={hatched}>
      <Panel
        title="Time in range"
        aside={
          <>
            <PeriodControl period={period} onChange={choosePeriod} />
            <StatisticsMenu onSettings={() => setSettingsOpened(true)} />
          </>
        }
      >
        {data === undefined &&
          (isError ? (
            <LoadError onRetry={refetch} />
          ) : (
            <Skeleton height={420} radius="md" aria-label="Loading" />
          ))}
        {data && (
          <div className={classes.waits} data-waiting={isPlaceholderData}>
            <Statistics
              statistics={data}
              settings={settings}
              hasTimeZone={hasTimeZone}
              unit={range?.unit ?? 'mg/dL'}
              palette={palette}
            />
          </div>
        )}
        {settings && <Footnote settings={settings} onChange={() => setSettingsOpened(true)} />}
      </Panel>
      {settings && (
        <SettingsDialog
          settings={settings}
          hatched={hatched === 'true'}
          onHatched={(on) => setHatched(on ? 'true' : 'false')}
          opened={settingsOpened}
          onClose={() => setSettingsOpened(false)}
        />
      )}
    </div>
  );
}
