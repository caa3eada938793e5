import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type StatisticsSettings, saveStatisticsSettings } from '@tealight/contract';
import { useEffect } from 'react';
import { call } from '../../../data/call.ts';
import { notifySuccess } from '../../../data/notices.ts';
import { statisticsKey } from '../../../data/wearer-queries.ts';
import { timeInRangeText } from '../../../text/time-in-range.ts';
import { settingsQuery } from '../queries.ts';

/** The time zone of the browser. */
export const browserZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

/**
 * The settings of the statistics; undefined until loaded. Without a time zone, the browser's is saved; `hasTimeZone`
 * is true once there is one, or it could not be saved.
 */
export function useSettings(): { settings: StatisticsSettings | undefined; hasTimeZone: boolean } {
  const { data } = useQuery(settingsQuery);
  const client = useQueryClient();
  const { mutate, isError } = useMutation({
    mutationFn: (body: StatisticsSettings) => call(saveStatisticsSettings, { body }),
    onSuccess: () => client.invalidateQueries({ queryKey: statisticsKey }),
    meta: { quiet: true },
  });
  const needsZone = data !== undefined && data.timeZone === null;
  useEffect(() => {
    if (needsZone) mutate({ ...data, timeZone: browserZone() });
  }, [needsZone, data, mutate]);
  return { settings: data, hasTimeZone: data !== undefined && (!needsZone || isError) };
}

/** Saves what the wearer has chosen. */
export function useSaveSettings(onSaved: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: StatisticsSettings) => call(saveStatisticsSettings, { body }),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: statisticsKey });
      notifySuccess(timeInRangeText.settings.saved);
      onSaved();
    },
  });
}
