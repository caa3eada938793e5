import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { userQuery } from '../../data/queries.ts';
import { readingsQuery, useConnection } from '../../data/wearer-queries.ts';
import { ConnectSource, RangeForm } from './lazy-panels.ts';

/**
 * Whether connection, user, readings and the code of the panels are loaded. Panels that appear one by one would shift
 * the layout.
 */
export function useReady(): boolean {
  const connection = useConnection();
  const user = useQuery(userQuery);
  const readings = useQuery(readingsQuery);
  const [ready, setReady] = useState(false);
  const isKnown = connection !== undefined && !user.isPending && !readings.isPending;
  const needsSource = connection?.status === 'noConnectionSetup';
  const needsRange = !user.data?.rangeSetup;
  useEffect(() => {
    if (!isKnown) return;
    const show = () => setReady(true);
    // A failed import is handled where the component is shown.
    Promise.all([needsSource && ConnectSource.preload(), needsRange && RangeForm.preload()]).then(show, show);
  }, [isKnown, needsSource, needsRange]);
  return ready;
}
