import { Skeleton } from '@mantine/core';
import { Suspense, useState } from 'react';
import { lazyComponent } from '../../../components/loading/lazy-component.tsx';
import { timeInRangeText } from '../../../text/time-in-range.ts';
import classes from '../charts/chart.module.css';
import type { DaysProps } from './Days.tsx';

/** Few open it: the first files of the dashboard leave it out. */
const Days = lazyComponent(async () => (await import('./Days.tsx')).Days);

/** The last 14 whole days side by side; code and readings are loaded when it is opened. */
export function DayByDay(props: DaysProps) {
  const [opened, setOpened] = useState(false);
  return (
    <details className={classes.byDay} onToggle={({ currentTarget }) => setOpened(currentTarget.open)}>
      <summary>{timeInRangeText.dayByDay.title}</summary>
      {opened && (
        <Suspense fallback={<Skeleton height={48} />}>
          <Days {...props} />
        </Suspense>
      )}
    </details>
  );
}
