import { Skeleton } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { Panel } from '../../../ui/Panel.tsx';
import classes from './time-in-range.module.css';
import { useNearView } from './use-near-view.ts';

const Story = lazy(async () => ({ default: (await import('./StoryPanel.tsx')).StoryPanel }));

/** The place of the story on the dashboard; its code comes when somebody is about to see it. */
export function TimeInRange() {
  const { place, near } = useNearView();
  return (
    <div ref={place} className={classes.place}>
      {near ? (
        <Suspense fallback={<Waiting />}>
          <Story />
        </Suspense>
      ) : (
        <Waiting />
      )}
    </div>
  );
}

function Waiting() {
  return (
    <Panel title="Time in range">
      <Skeleton height={420} radius="md" aria-label="Loading" role="status" />
    </Panel>
  );
}
