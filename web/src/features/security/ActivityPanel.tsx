import { Text } from '@mantine/core';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { recentActivity } from '@tealight/contract';
import { useState } from 'react';
import { ItemList } from '../../components/content/ItemList.tsx';
import { MoreButton } from '../../components/content/MoreButton.tsx';
import { Loading } from '../../components/LoadError.tsx';
import { Panel } from '../../components/Panel.tsx';
import { call } from '../../data/call.ts';
import { dayTimeText } from '../../data/page/page-locale.ts';
import { accountText } from '../../text/account.ts';

const activityQuery = queryOptions({
  queryKey: [recentActivity.path],
  queryFn: async ({ signal }) => (await call(recentActivity, { signal })).activity,
});

/** Entries shown at first. */
const SHOWN_FIRST = 10;

/** The account activity of the last 90 days. */
export function ActivityPanel() {
  const { data: activity, isError, refetch } = useQuery(activityQuery);
  const [isLong, setLong] = useState(false);
  const shown = isLong ? activity : activity?.slice(0, SHOWN_FIRST);
  return (
    <Panel title={accountText.activity.title}>
      {!activity && <Loading {...{ isError, refetch }} height={96} />}
      {activity?.length === 0 && <Text c="dimmed">{accountText.activity.none}</Text>}
      {activity !== undefined && activity.length > 0 && (
        <>
          <Text mb="sm">{accountText.activity.about}</Text>
          <ItemList>
            {shown?.map(({ kind, at, device }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two entries may be alike in everything, and none ever moves.
              <li key={`${at} ${index}`}>
                <div>
                  <Text fw={500}>{accountText.activity.kinds[kind]}</Text>
                  <Text size="sm" c="dimmed">
                    {dayTimeText(at)} · {device}
                  </Text>
                </div>
              </li>
            ))}
          </ItemList>
          {shown !== undefined && shown.length < activity.length && (
            <MoreButton label={accountText.activity.showAll} onMore={() => setLong(true)} />
          )}
        </>
      )}
    </Panel>
  );
}
