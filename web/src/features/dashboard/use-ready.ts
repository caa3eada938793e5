import { useQuery, useQueryClient } from '@tanstack/react-query';
import { startTransition, useEffect, useState } from 'react';
import { userQuery } from '../../data/queries.ts';
import { useWearer } from '../../data/wearer/wearers.ts';
import { readingsQuery, useConnection } from '../../data/wearer-queries.ts';
import { ConnectSource, RangeForm } from './lazy-panels.ts';

/**
 * Whether connection, user and the code of the panels are loaded: panels that appear one by one would shift the
 * layout. The reading may follow, since its place is reserved. A reading that is already known, of a wearer who was
 * seen at a glance, waits for nothing.
 */
export function useReady(): boolean {
  const connection = useConnection();
  const user = useQuery(userQuery);
  const [ready, setReady] = useState(false);
  const { may } = useWearer();
  const client = useQueryClient();
  const [wasSeeded] = useState(
    () => connection !== undefined && client.getQueryData(readingsQuery.queryKey) !== undefined,
  );
  const isKnown = connection !== undefined && !user.isPending;
  const needsSource = connection?.status === 'noConnectionSetup' && may('sources');
  const needsRange = user.data !== undefined && user.data.rangeSetup === null && may('set-range');
  useEffect(() => {
    if (!isKnown) return;
    // The panels are most of the page: as a transition they are rendered in small steps.
    const show = () => startTransition(() => setReady(true));
    // A failed import is handled where the component is shown.
    Promise.all([needsSource && ConnectSource.preload(), needsRange && RangeForm.preload()]).then(show, show);
  }, [isKnown, needsSource, needsRange]);
  return ready || wasSeeded;
}
