import { Switch } from '@mantine/core';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import {
  CODE_HISTORY_DAYS,
  type DisplaySettings,
  displaySettings,
  saveDisplaySettings,
} from '@tealight/contract';
import { Loading } from '../../../components/LoadError.tsx';
import { call } from '../../../data/call.ts';
import { notifyError, notifySuccess } from '../../../data/notices.ts';
import { commonText } from '../../../text/common.ts';
import { devicesText } from '../../../text/devices.ts';

const displaysQuery = queryOptions({
  queryKey: [displaySettings.path],
  queryFn: ({ signal }) => call(displaySettings, { signal }),
});

/** How much history Nightscout displays may read. */
export function DisplayHistory() {
  const { data: settings, isError, refetch } = useQuery(displaysQuery);
  const client = useQueryClient();
  const save = useMutation({
    mutationFn: (body: DisplaySettings) => call(saveDisplaySettings, { body }),
    onSuccess: (_, chosen) => {
      client.setQueryData(displaysQuery.queryKey, chosen);
      notifySuccess(commonText.choiceSaved);
    },
    onError: notifyError,
  });
  if (settings === undefined) {
    return <Loading {...{ isError, refetch }} height={48} />;
  }
  return (
    <Switch
      mt="xs"
      label={devicesText.displays.allHistory}
      description={devicesText.displays.aboutHistory({ days: CODE_HISTORY_DAYS })}
      checked={settings.history === 'all'}
      onChange={(event) => save.mutate({ history: event.currentTarget.checked ? 'all' : 'ten-days' })}
    />
  );
}
