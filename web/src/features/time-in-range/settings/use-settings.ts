import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type StatisticsSettings, saveStatisticsSettings, statisticsSettings } from '@tealight/contract';
import { useEffect } from 'react';
import { call, wearerOfPage } from '../../../data/call.ts';
import { notifySuccess } from '../../../data/notices.ts';
import { accountClient } from '../../../data/wearer/query-clients.ts';
import { useWearer, wearersQuery } from '../../../data/wearer/wearers.ts';
import { statisticsKey } from '../../../data/wearer-queries.ts';
import { timeInRangeText } from '../../../text/time-in-range.ts';
import { settingsQuery } from '../queries.ts';
import { browserZone } from '../text.ts';

/**
 * The settings of the statistics; undefined until loaded. Without a time zone, the browser's is saved; `hasTimeZone`
 * is true once there is one, or it could not be saved or the settings not be read: the numbers go by the server's.
 */
export function useSettings(): {
  settings: StatisticsSettings | undefined;
  hasTimeZone: boolean;
  isError: boolean;
  refetch: () => unknown;
} {
  const { may, isOwn } = useWearer();
  const maySee = may('see-day');
  const { data, isError: isUnread, refetch } = useQuery({ ...settingsQuery, enabled: maySee });
  const client = useQueryClient();
  const { mutate, isError } = useMutation({
    mutationFn: save,
    onSuccess: () => refresh(client),
    meta: { quiet: true },
  });
  // Another reader's browser says nothing of where the wearer is, nor one of which it is not known whose it is.
  const needsZone = data !== undefined && data.timeZone === null && isOwn;
  useEffect(() => {
    if (needsZone) mutate({ timeZone: browserZone() });
  }, [needsZone, mutate]);
  return {
    settings: data,
    hasTimeZone: !maySee || isUnread || (data !== undefined && (!needsZone || isError)),
    isError: isUnread,
    refetch,
  };
}

/** Saves what has changed. The rest stays as it is by then: another device may have changed it meanwhile. */
async function save(changes: Partial<StatisticsSettings>): Promise<void> {
  const wearer = wearerOfPage();
  const { data } = await call(statisticsSettings, wearer);
  await call(saveStatisticsSettings, { body: { ...data, ...changes }, ...wearer });
}

/** Saves what the wearer has chosen. */
export function useSaveSettings(onSaved: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: save,
    onSuccess: async () => {
      await refresh(client);
      notifySuccess(timeInRangeText.settings.saved);
      onSaved();
    },
  });
}

/** The statistics, and the list of wearers, which has the time zone for the clock of charts. */
const refresh = (client: QueryClient) =>
  Promise.all([
    client.invalidateQueries({ queryKey: statisticsKey }),
    accountClient.invalidateQueries(wearersQuery),
  ]);
