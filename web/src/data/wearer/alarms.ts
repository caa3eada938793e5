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

/** The list, where it is loaded. */
const observed = { ...wearersQuery, enabled: false, refetchInterval: false as const };

/** Whether the last list says that alarms of anybody are on and reach the reader; undefined before the first. */
export function useListedAlarms(): boolean | undefined {
  return useQuery(observed, accountClient).data?.wearers.some(({ hasAlarms }) => hasAlarms);
}

/** The same, and true where the list cannot be loaded: what is not known must hide no alarm. */
export function useHasAlarms(): boolean {
  const { data, isError, errorUpdateCount } = useQuery(observed, accountClient);
  // While a list is asked for again that never arrived, its error is gone, and nothing more is known.
  const isUnknown = isError || (data === undefined && errorUpdateCount > 0);
  return isUnknown || (data?.wearers.some(({ hasAlarms }) => hasAlarms) ?? false);
}
