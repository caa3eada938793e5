import { Skeleton, VisuallyHidden } from '@mantine/core';
import { Page } from '../../components/Page.tsx';
import { PanelBoundary } from '../../components/Panel.tsx';
import { commonText } from '../../text/common.ts';
import { dashboardText } from '../../text/dashboard.ts';
import { DevicesPanel } from '../devices/DevicesPanel.tsx';
import { TimeInRange } from '../time-in-range/summary/TimeInRange.tsx';
import { ConnectionPanel } from './connection/ConnectionPanel.tsx';
import classes from './dashboard.module.css';
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

function Panels() {
  return (
    <div className={classes.grid}>
      <div className={classes.hero}>
        <PanelBoundary title={commonText.panels.connection}>
          <ConnectionPanel />
        </PanelBoundary>
      </div>
      <PanelBoundary title={dashboardText.panels.timeInRange}>
        <TimeInRange />
      </PanelBoundary>
      <div className={classes.range}>
        <PanelBoundary title={commonText.panels.range}>
          <RangePanel />
        </PanelBoundary>
      </div>
      <div className={classes.devices}>
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
