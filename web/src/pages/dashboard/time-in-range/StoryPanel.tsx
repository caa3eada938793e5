import './bands.css';
import './print.css';
import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type StoryPeriod, storyPeriods } from '@tealight/contract';
import { useState } from 'react';
import { userQuery } from '../../../queries.ts';
import { Failed } from '../../../ui/Failed.tsx';
import { Panel } from '../../../ui/Panel.tsx';
import { savedChoice } from '../../../ui/saved-choice.ts';
import { Footnote } from './Footnote.tsx';
import { PeriodControl } from './PeriodControl.tsx';
import { statisticsQuery } from './queries.ts';
import { useRemembered } from './remembered.ts';
import { SettingsDialog } from './SettingsDialog.tsx';
import { Story } from './Story.tsx';
import { StoryMenu } from './StoryMenu.tsx';
import classes from './story.module.css';
import { useSettings } from './use-settings.ts';

const periods: readonly [StoryPeriod, ...StoryPeriod[]] = ['7d', ...storyPeriods];

/** Time in range, chart, profile, lows and highs of the wearer's last days. */
export function StoryPanel() {
  const [period, choosePeriod] = useRemembered('tealight-period', periods);
  const [hatched, setHatched] = useRemembered('tealight-hatched', ['false', 'true']);
  const [asking, setAsking] = useState(false);
  const { settings, zoned } = useSettings();
  const { range, palette } = savedChoice(useQuery(userQuery).data);
  const { data, isError, refetch, isPlaceholderData } = useQuery(statisticsQuery(period));
  return (
    <div className={classes.story} data-story-palette={palette} data-story-hatched={hatched}>
      <Panel
        title="Time in range"
        aside={
          <>
            <PeriodControl period={period} onChange={choosePeriod} />
            <StoryMenu onSettings={() => setAsking(true)} />
          </>
        }
      >
        {data === undefined &&
          (isError ? <Failed again={refetch} /> : <Skeleton height={420} radius="md" aria-label="Loading" />)}
        {data && (
          <div className={classes.waits} data-waiting={isPlaceholderData}>
            <Story
              told={data}
              settings={settings}
              zoned={zoned}
              unit={range?.unit ?? 'mg/dL'}
              palette={palette}
            />
          </div>
        )}
        {settings && <Footnote settings={settings} onChange={() => setAsking(true)} />}
      </Panel>
      {settings && (
        <SettingsDialog
          settings={settings}
          hatched={hatched === 'true'}
          onHatched={(on) => setHatched(on ? 'true' : 'false')}
          opened={asking}
          onClose={() => setAsking(false)}
        />
      )}
    </div>
  );
}
