import { Skeleton, VisuallyHidden } from '@mantine/core';
import { Page } from '../../components/Page.tsx';
import { PanelBoundary } from '../../components/Panel.tsx';
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
    <Page title="Dashboard">
      <VisuallyHidden component="h1">Dashboard</VisuallyHidden>
      {ready ? <Panels /> : <Waiting />}
    </Page>
  );
}

function Panels() {
  return (
    <div className={classes.grid}>
      <div className={classes.hero}>
        <PanelBoundary title="CGM Connection">
          <ConnectionPanel />
        </PanelBoundary>
      </div>
      <PanelBoundary title="Time in range">
        <TimeInRange />
      </PanelBoundary>
      <div className={classes.range}>
        <PanelBoundary title="Range Setup">
          <RangePanel />
        </PanelBoundary>
      </div>
      <div className={classes.devices}>
        <PanelBoundary title="Device Connection Code">
          <DevicesPanel />
        </PanelBoundary>
      </div>
    </div>
  );
}

function Waiting() {
  return (
    <div className={`${classes.grid} ${classes.waiting}`} role="status" aria-label="Loading">
      <div className={classes.hero}>
        <Skeleton height={380} radius="lg" />
      </div>
      <div className={classes.range}>
        <Skeleton height={380} radius="lg" />
      </div>
    </div>
  );
}
