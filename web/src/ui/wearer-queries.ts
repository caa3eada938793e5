import { queryOptions, type UseQueryResult, useQuery } from '@tanstack/react-query';
import {
  type Change,
  type ConnectionStatus,
  currentReadings,
  listDevices,
  liveDevices,
} from '@tealight/contract';
import { call } from '../call.ts';
import { userQuery } from '../queries.ts';
import { anyCgmConnection, connectionOf } from './read-connection.ts';

/** How often readings, devices and status are asked for, while the page is shown (spec §9). */
const POLL_MS = 60_000;
const polled = {
  refetchInterval: POLL_MS,
  refetchIntervalInBackground: false,
  // Who looks again is served by `KeepFresh`, together with the push.
  refetchOnWindowFocus: false,
} as const;

/** The unit, and the current and the previous reading. */
export const readingsQuery = queryOptions({
  queryKey: [currentReadings.path],
  queryFn: async ({ signal }) => (await call(currentReadings, { signal })).data,
  ...polled,
});

/** How many devices are connected. */
export const devicesQuery = queryOptions({
  queryKey: [liveDevices.path],
  queryFn: async ({ signal }) => (await call(liveDevices, { signal })).liveDevices,
  ...polled,
});

/** Every device that came with the code. */
export const deviceListQuery = queryOptions({
  queryKey: [listDevices.path],
  queryFn: async ({ signal }) => (await call(listDevices, { signal })).devices,
});

/** How the connection to the source stands. */
export const connectionQuery = queryOptions({
  queryKey: [anyCgmConnection.path],
  queryFn: ({ signal }) => call(anyCgmConnection, { signal }),
  ...polled,
});

/** Under which the story of the wearer's days is asked for: statistics, chart and profile. */
export const storyKey = ['story'] as const;
const story = { queryKey: storyKey };

/** What the server means when it says that something has changed. */
export const changedQueries: Readonly<Record<Change, readonly { queryKey: readonly unknown[] }[]>> = {
  readings: [readingsQuery, connectionQuery, story],
  devices: [devicesQuery, deviceListQuery],
  connection: [connectionQuery, readingsQuery],
  range: [userQuery, readingsQuery, story],
};

/** The connection as it stands; undefined until the first answer. A failed call counts as no current data. */
export function useConnection(): ConnectionStatus | undefined {
  const { data, isError, error }: UseQueryResult<ConnectionStatus> = useQuery(connectionQuery);
  return isError ? connectionOf(error) : data;
}
