import { Skeleton, VisuallyHidden } from '@mantine/core';
import { Page } from '../../components/Page.tsx';
import { DevicesPanel } from '../devices/DevicesPanel.tsx';
import { TimeInRange } from '../time-in-range/summary/TimeInRange.tsx';
import { ConnectionPanel } from './ConnectionPanel.tsx';
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
        <ConnectionPanel />
      </div>
      <TimeInRange />
      <div className={classes.range}>
        <RangePanel />
      </div>
      <div className={classes.devices}>
        <DevicesPanel />
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
