import { Button, Skeleton, Text } from '@mantine/core';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { type ActivityKind, recentActivity } from '@tealight/contract';
import { useState } from 'react';
import { LoadError } from '../../components/LoadError.tsx';
import { Panel } from '../../components/Panel.tsx';
import { call } from '../../data/call.ts';
import { pageLocale } from '../../data/page-locale.ts';
import classes from './SessionsPanel.module.css';

const activityQuery = queryOptions({
  queryKey: [recentActivity.path],
  queryFn: async ({ signal }) => (await call(recentActivity, { signal })).activity,
});

const activityText: Readonly<Record<ActivityKind, string>> = {
  'signed-in': 'Signed in from a new place',
  'password-changed': 'Password changed',
  'password-reset': 'Password reset by email',
  'code-renewed': 'New connection code',
  'source-connected': 'Sensor connected',
  'source-removed': 'Sensor disconnected',
  'data-exported': 'Data downloaded',
};

const dateTime = new Intl.DateTimeFormat(pageLocale(), { dateStyle: 'medium', timeStyle: 'short' });

/** Entries shown at first. */
const SHOWN_FIRST = 10;

/** The account activity of the last 90 days. */
export function ActivityPanel() {
  const { data: activity, isError, refetch } = useQuery(activityQuery);
  const [isLong, setLong] = useState(false);
  const shown = isLong ? activity : activity?.slice(0, SHOWN_FIRST);
  return (
    <Panel title="Recent activity">
      {!activity &&
        (isError ? (
          <LoadError onRetry={refetch} />
        ) : (
          <Skeleton height={96} aria-label="Loading" role="status" />
        ))}
      {activity?.length === 0 && <Text c="dimmed">No activity in the last 90 days.</Text>}
      {activity !== undefined && activity.length > 0 && (
        <>
          <Text mb="sm">
            The last 90 days. If you don't recognize something, change your password and sign out other
            devices.
          </Text>
          <ul className={classes.sessions}>
            {shown?.map(({ kind, at, device }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two entries may be alike in everything, and none ever moves.
              <li key={`${at} ${index}`}>
                <div>
                  <Text fw={500}>{activityText[kind]}</Text>
                  <Text size="sm" c="dimmed">
                    {dateTime.format(new Date(at))} · {device}
                  </Text>
                </div>
              </li>
            ))}
          </ul>
          {shown !== undefined && shown.length < activity.length && (
            <Button variant="default" mt="md" onClick={() => setLong(true)}>
              Show all
            </Button>
          )}
        </>
      )}
    </Panel>
  );
}
