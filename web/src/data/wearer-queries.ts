import { queryOptions, useQuery } from '@tanstack/react-query';
import {
  type Change,
  type ConnectionStatus,
  currentReadings,
  listDevices,
  liveDevices,
} from '@tealight/contract';
import { call, POLL_TIMEOUT_MS } from './call.ts';
import { userQuery } from './queries.ts';
import { useAnswer } from './use-answer.ts';
import { connectionForError, looseCgmConnection } from './wearer/read-connection.ts';

/** Polling interval of readings, devices and status while the page is visible (spec §9). */
const POLL_MS = 60_000;
const timeoutMs = POLL_TIMEOUT_MS;
const polled = {
  refetchInterval: POLL_MS,
  refetchIntervalInBackground: false,
  // `KeepFresh` refetches when the page becomes visible.
  refetchOnWindowFocus: false,
} as const;

/** The unit, and the current and the previous reading. */
export const readingsQuery = queryOptions({
  queryKey: [currentReadings.path],
  queryFn: async ({ signal }) => (await call(currentReadings, { signal, timeoutMs })).data,
  ...polled,
});

/** How many devices are connected. */
export const devicesQuery = queryOptions({
  queryKey: [liveDevices.path],
  queryFn: async ({ signal }) => (await call(liveDevices, { signal, timeoutMs })).liveDevices,
  ...polled,
});

/** Every device that has used the code. */
export const deviceListQuery = queryOptions({
  queryKey: [listDevices.path],
  queryFn: async ({ signal }) => (await call(listDevices, { signal })).devices,
});

/** The state of the connection to the source. */
export const connectionQuery = queryOptions({
  queryKey: [looseCgmConnection.path],
  queryFn: ({ signal }) => call(looseCgmConnection, { signal, timeoutMs }),
  ...polled,
});

/** The common query key of statistics, chart, profile and their settings. */
export const statisticsKey = ['statistics'] as const;
const statistics = { queryKey: statisticsKey };

/** The queries to invalidate for each change of the event stream; `people` is a change of everything, `alarms` one of all wearers’. */
export const changedQueries: Readonly<
  Record<Exclude<Change, 'people' | 'alarms'>, readonly { queryKey: readonly unknown[] }[]>
> = {
  readings: [readingsQuery, connectionQuery, statistics],
  devices: [devicesQuery, deviceListQuery],
  connection: [connectionQuery, readingsQuery],
  range: [userQuery, readingsQuery, statistics],
};

/** The state of the connection; undefined until the first response. A failed call counts as no current data. */
export function useConnection(): ConnectionStatus | undefined {
  const { data, isError, error } = useAnswer(useQuery(connectionQuery));
  return isError ? connectionForError(error) : data;
}
