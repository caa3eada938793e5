import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { userQuery } from '../../queries.ts';
import { readingsQuery, useConnection } from '../../ui/wearer-queries.ts';
import { connectSource, rangeForm } from './parts.ts';

/**
 * Whether the dashboard knows enough to be drawn once and for all: how the connection stands, who the wearer is,
 * what was read, and the code for it. Panels that came one by one would push each other about.
 */
export function useReady(): boolean {
  const connection = useConnection();
  const user = useQuery(userQuery);
  const readings = useQuery(readingsQuery);
  const [ready, setReady] = useState(false);
  const isKnown = connection !== undefined && !user.isPending && !readings.isPending;
  const asks = connection?.status === 'noConnectionSetup';
  const isOpen = !user.data?.rangeSetup;
  useEffect(() => {
    if (!isKnown) return;
    const draw = () => setReady(true);
    // Code that does not come is told where it is shown.
    Promise.all([asks && connectSource.load(), isOpen && rangeForm.load()]).then(draw, draw);
  }, [isKnown, asks, isOpen]);
  return ready;
}
