import { useQuery } from '@tanstack/react-query';
import type { ConnectionStatus } from '@tealight/contract';
import { useNow } from '../../components/use-now.ts';
import { readingsQuery } from '../../data/wearer-queries.ts';
import { type Current, currentOf } from './current-of.ts';

/** The readings to show now, with this status. */
export function useCurrentReadings(status: ConnectionStatus['status']): Current & { now: number } {
  const now = useNow();
  return { ...currentOf(useQuery(readingsQuery).data, status, now), now };
}
