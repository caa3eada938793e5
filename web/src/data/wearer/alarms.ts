import { useQuery } from '@tanstack/react-query';
import { useAnswer } from '../use-answer.ts';
import { accountClient } from './query-clients.ts';
import { useListOfWearers, wearersQuery } from './wearers.ts';

/** The common query key of everything about alarms. */
export const alarmsKey = ['alarms'] as const;

/** Alarms that began, rang or ended, or whose settings changed: who is watched may have changed as well. */
export function refreshAlarms(): void {
  void accountClient.invalidateQueries({ queryKey: alarmsKey });
  void accountClient.invalidateQueries(wearersQuery);
}

/** Observes the list, and does not load it. */
const observed = { ...wearersQuery, enabled: false, refetchInterval: false as const };

/** Whether the last list says that alarms of anybody are on and reach the reader; undefined before the first. */
export function useListedAlarms(): boolean | undefined {
  return useListOfWearers()?.wearers.some(({ hasAlarms }) => hasAlarms);
}

/** The same, and true where the list cannot be loaded: what is not known must hide no alarm. */
export function useHasAlarms(): boolean {
  const { data, isError } = useAnswer(useQuery(observed, accountClient));
  return isError || (data?.wearers.some(({ hasAlarms }) => hasAlarms) ?? false);
}
