import { Skeleton, VisuallyHidden } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { memo, useEffect } from 'react';
import { Page } from '../../components/Page.tsx';
import { PanelBoundary } from '../../components/Panel.tsx';
import { useWearer } from '../../data/wearer/wearers.ts';
import { removeSplash } from '../../splash/splash.ts';
import { commonText } from '../../text/common.ts';
import { dashboardText } from '../../text/dashboard.ts';
import { wearerText } from '../../text/people/wearer.ts';
import { timeInRangeText } from '../../text/time-in-range.ts';
import { DayPanel } from '../time-in-range/DayPanel.tsx';
import { StatisticsPanel } from '../time-in-range/StatisticsPanel.tsx';
import { ConnectionPanel } from './connection/ConnectionPanel.tsx';
import classes from './dashboard.module.css';
import { LaterPanel } from './LaterPanel.tsx';
import { DevicesPanel } from './lazy-panels.ts';
import { RangePanel } from './RangePanel.tsx';
import { useReady } from './use-ready.ts';

/** The current reading, range, time in range and devices. */
export function DashboardPage() {
  const ready = useReady();
  const { name } = useWearer();
  const { title } = dashboardText;
  return (
    <Page title={title} label={name === null ? title : wearerText.ofWearer({ name, text: title })}>
      {name === null ? (
        <VisuallyHidden component="h1">{title}</VisuallyHidden>
      ) : (
        <h1 className={classes.whose}>{name}</h1>
      )}
      {ready ? <Panels /> : <Waiting />}
    </Page>
  );
}

/** Where the range is beside the reading: wider than the breakpoint of `.grid`. */
const SIDE_BY_SIDE = '(width > 56rem)';

/** The panels, in the document as on the screen, so that the Tab key and screen readers follow the eye. */
const Panels = memo(function Panels() {
  useEffect(removeSplash, []);
  const { may } = useWearer();
  const isSideBySide = useMediaQuery(SIDE_BY_SIDE, false, { getInitialValueInEffect: false });
  const timeInRange = (may('see-day') || may('see-history')) && (
    <div key="time in range" className={classes.wide}>
      <LaterPanel
        title={may('see-history') ? dashboardText.panels.timeInRange : timeInRangeText.chart.panel}
        height={420}
      >
        {may('see-history') ? <StatisticsPanel /> : <DayPanel />}
      </LaterPanel>
    </div>
  );
  const range = (
    <div key="range" className={classes.range}>
      <PanelBoundary title={commonText.panels.range}>
        <RangePanel />
      </PanelBoundary>
    </div>
  );
  return (
    <div className={classes.grid}>
      <div className={classes.hero}>
        <PanelBoundary title={commonText.panels.connection}>
          <ConnectionPanel />
        </PanelBoundary>
      </div>
      {isSideBySide ? [range, timeInRange] : [timeInRange, range]}
      {may('lamps') && (
        <div className={classes.wide}>
          <LaterPanel title={dashboardText.panels.devices} height={160}>
            <DevicesPanel />
          </LaterPanel>
        </div>
      )}
    </div>
  );
});

function Waiting() {
  return (
    <div className={`${classes.grid} ${classes.waiting}`} role="status" aria-label={commonText.loading}>
      <div className={classes.hero}>
        <Skeleton height={380} radius="lg" />
      </div>
      <div className={classes.range}>
        <Skeleton height={380} radius="lg" />
      </div>
    </div>
  );
}
