import { useQuery } from '@tanstack/react-query';
import { accountClient } from './query-clients.ts';
import { wearersQuery } from './wearers.ts';

/** The common query key of everything about alarms. */
export const alarmsKey = ['alarms'] as const;

/** Alarms that began, rang or ended, or whose settings changed: who is watched may have changed as well. */
export function refreshAlarms(): void {
  void accountClient.invalidateQueries({ queryKey: alarmsKey });
  void accountClient.invalidateQueries(wearersQuery);
}

/** Whether alarms of anybody are on and reach the reader. */
export function useHasAlarms(): boolean {
  const { data } = useQuery({ ...wearersQuery, enabled: false, refetchInterval: false }, accountClient);
  return data?.wearers.some(({ hasAlarms }) => hasAlarms) ?? false;
}
