import { Skeleton } from '@mantine/core';
import { Suspense } from 'react';
import { lazyComponent } from '../../../components/lazy-component.tsx';
import { Panel } from '../../../components/Panel.tsx';
import { timeInRangeText } from '../../../text/time-in-range.ts';
import { useNearView } from '../charts/use-near-view.ts';
import classes from './time-in-range.module.css';

const Statistics = lazyComponent(async () => (await import('../StatisticsPanel.tsx')).StatisticsPanel);

/** The statistics on the dashboard; their code is loaded when they are scrolled near the view. */
export function TimeInRange() {
  const { container, near } = useNearView();
  return (
    <div ref={container} className={classes.container}>
      {near ? (
        <Suspense fallback={<Waiting />}>
          <Statistics />
        </Suspense>
      ) : (
        <Waiting />
      )}
    </div>
  );
}

function Waiting() {
  return (
    <Panel title={timeInRangeText.title}>
      <Skeleton height={420} radius="md" aria-label={timeInRangeText.loading} role="status" />
    </Panel>
  );
}
