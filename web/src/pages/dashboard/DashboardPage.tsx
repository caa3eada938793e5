import { VisuallyHidden } from '@mantine/core';
import { Page } from '../../ui/Page.tsx';
import { ConnectionPanel } from './ConnectionPanel.tsx';
import classes from './dashboard.module.css';
import { DevicesPanel } from './devices/DevicesPanel.tsx';
import { RangePanel } from './RangePanel.tsx';
import { TimeInRange } from './time-in-range/TimeInRange.tsx';

/** The wearer's day at a glance: reading, range, devices. */
export function DashboardPage() {
  return (
    <Page title="Dashboard">
      <VisuallyHidden component="h1">Dashboard</VisuallyHidden>
      <div className={classes.grid}>
        <div className={classes.hero}>
          <ConnectionPanel />
        </div>
        <div className={classes.range}>
          <RangePanel />
        </div>
        <TimeInRange />
        <div className={classes.devices}>
          <DevicesPanel />
        </div>
      </div>
    </Page>
  );
}
