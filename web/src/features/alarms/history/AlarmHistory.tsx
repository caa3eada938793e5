import { Text } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { type AlarmReach, alarmHistory, type PastAlarm } from '@tealight/contract';
import { readingWithUnit, type Unit } from '@tealight/glucose';
import { MorePages } from '../../../components/content/MoreButton.tsx';
import { LoadError, Loading } from '../../../components/LoadError.tsx';
import { Panel } from '../../../components/Panel.tsx';
import { useNow } from '../../../components/use-now.ts';
import { call } from '../../../data/call.ts';
import { alarmsKey } from '../../../data/wearer/alarms.ts';
import { accountClient } from '../../../data/wearer/query-clients.ts';
import { alarmKindText } from '../../../text/alarms/kinds.ts';
import { alarmHistoryText as text } from '../../../text/alarms/settings.ts';
import { clockText } from '../../reading/age.ts';
import classes from '../settings/settings.module.css';

/** The alarms of the last 30 days, the latest first: when, how often they rang, and who has seen them. */
export function AlarmHistory({ wearer }: { wearer: string }) {
  const history = useHistory(wearer);
  const { isError, refetch } = history;
  const now = useNow();
  const pages = history.data?.pages;
  const isEmpty = pages?.every(({ alarms }) => alarms.length === 0);
  return (
    <Panel title={text.title}>
      {pages === undefined && <Loading {...{ isError, refetch }} height={96} />}
      {isEmpty && <Text c="dimmed">{text.none}</Text>}
      {isEmpty === false && (
        <ul className={classes.list} aria-label={text.title}>
          {pages?.flatMap(({ alarms, unit }) =>
            alarms.map((alarm) => <Entry key={alarm.id} alarm={alarm} unit={unit} now={now} />),
          )}
        </ul>
      )}
      <MorePages label={text.more} pages={history} />
      {pages && isError && (
        <LoadError onRetry={history.isFetchNextPageError ? history.fetchNextPage : refetch} />
      )}
    </Panel>
  );
}

function Entry({ alarm, unit, now }: { alarm: PastAlarm; unit: Unit; now: number }) {
  const { kind, beganAt, endedAt, rings, seen, value, reached } = alarm;
  const facts = [
    endedAt === null ? text.ongoing : text.until({ time: clockText(endedAt, now) }),
    text.rings({ count: rings }),
    ...(seen === null ? [] : [text.seen({ by: seen.by ?? text.somebody, time: clockText(seen.at, now) })]),
  ];
  return (
    <li>
      <Text fw={600}>
        {alarmKindText.names[kind]} {kind !== 'no-data' && readingWithUnit(value, unit)}
      </Text>
      <Text size="sm" c="dimmed">
        {[clockText(beganAt, now), ...facts].join(', ')}
      </Text>
      {reached.map((one) => (
        <Text
          key={`${one.recipient} ${one.channel}`}
          size="sm"
          c={one.state === 'not-reached' ? 'var(--mantine-color-error)' : 'dimmed'}
        >
          {reachText(one)}
        </Text>
      ))}
    </li>
  );
}

function reachText({ state, recipient, channel, afterMs }: AlarmReach): string {
  const seconds = ((afterMs ?? 0) / 1000).toFixed(1);
  return text.reached[state]({ recipient, channel, seconds });
}

const useHistory = (wearer: string) =>
  useInfiniteQuery(
    {
      queryKey: [...alarmsKey, 'history', wearer],
      queryFn: ({ signal, pageParam }) =>
        call(alarmHistory, { wearer, signal, query: pageParam === null ? {} : { before: pageParam } }),
      initialPageParam: null as string | null,
      getNextPageParam: ({ next }) => next,
    },
    accountClient,
  );
