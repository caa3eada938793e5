import { Skeleton, VisuallyHidden } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useEffect } from 'react';
import { Page } from '../../components/Page.tsx';
import { PanelBoundary } from '../../components/Panel.tsx';
import { removeSplash } from '../../splash/splash.ts';
import { commonText } from '../../text/common.ts';
import { dashboardText } from '../../text/dashboard.ts';
import { DevicesPanel } from '../devices/DevicesPanel.tsx';
import { StatisticsPanel } from '../time-in-range/StatisticsPanel.tsx';
import { ConnectionPanel } from './connection/ConnectionPanel.tsx';
import classes from './dashboard.module.css';
import { LaterPanel } from './LaterPanel.tsx';
import { RangePanel } from './RangePanel.tsx';
import { useReady } from './use-ready.ts';

/** The current reading, range, time in range and devices. */
export function DashboardPage() {
  const ready = useReady();
  return (
    <Page title={dashboardText.title}>
      <VisuallyHidden component="h1">{dashboardText.title}</VisuallyHidden>
      {ready ? <Panels /> : <Waiting />}
    </Page>
  );
}

/** Where the range is beside the reading: wider than the breakpoint of `.grid`. */
const SIDE_BY_SIDE = '(width > 56rem)';

/** The panels, in the document as on the screen, so that the Tab key and screen readers follow the eye. */
function Panels() {
  useEffect(removeSplash, []);
  const isSideBySide = useMediaQuery(SIDE_BY_SIDE, false, { getInitialValueInEffect: false });
  const timeInRange = (
    <div key="time in range" className={classes.wide}>
      <LaterPanel title={dashboardText.panels.timeInRange} height={420}>
        <StatisticsPanel />
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
      <div className={classes.wide}>
        <PanelBoundary title={dashboardText.panels.devices}>
          <DevicesPanel />
        </PanelBoundary>
      </div>
    </div>
  );
}

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
