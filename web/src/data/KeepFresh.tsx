import { useDocumentVisibility } from '@mantine/hooks';
import { type Query, type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Change } from '@tealight/contract';
import { useEffect, useRef } from 'react';
import { subscribeToChanges } from './events/changes-stream.ts';
import { useToken } from './session.ts';
import { refreshAlarms } from './wearer/alarms.ts';
import { accountClient } from './wearer/query-clients.ts';
import { loseWearer, shownWearer } from './wearer/shown-wearer.ts';
import { wearersQuery } from './wearer/wearers.ts';
import { changedQueries, connectionQuery, devicesQuery, readingsQuery } from './wearer-queries.ts';

/** After this time without an open event stream, the pages refetch without it. */
const STREAM_OPEN_TIMEOUT_MS = 1500;
/** What was loaded with the page is this fresh when the stream opens; own choice, far below the time between readings. */
const LOADED_WITH_PAGE_MS = 5000;

type Filter = { queryKey: readonly unknown[] };
const hasFailed = ({ state }: Query): boolean => state.status === 'error';
const withoutRender = { notifyOnChangeProps: [] };

/** Refreshes readings, devices and status while the signed-in pages are visible. */
export function KeepFresh(): null {
  useQuery({ ...readingsQuery, ...withoutRender });
  useQuery({ ...devicesQuery, ...withoutRender });
  useQuery({ ...connectionQuery, ...withoutRender });
  const accessToken = useToken();
  const visible = useDocumentVisibility() === 'visible';
  const client = useQueryClient();
  const wasHidden = useRef(false);
  useEffect(() => {
    if (!visible) wasHidden.current = true;
    if (accessToken === null || !visible) return;
    const refresh = (queries: readonly Filter[]) => {
      for (const { queryKey } of queries) void client.invalidateQueries({ queryKey });
    };
    const refreshAll = () => {
      refresh([...new Set(Object.values(changedQueries).flat())]);
      void accountClient.invalidateQueries();
    };
    const onChange = (change: Change) => {
      if (change === 'alarms') return refreshAlarms();
      // The list has the wearer's time zone, and the unit of who is followed.
      if (change === 'range') void accountClient.invalidateQueries(wearersQuery);
      if (change !== 'people') return refresh(changedQueries[change]);
      // Who may see what has changed: whatever is on the page may not be for it any more.
      void client.invalidateQueries();
      void accountClient.invalidateQueries();
    };
    const startedAt = Date.now();
    let hasOpened = wasHidden.current;
    // After the page was hidden, everything is refetched once: when the stream is open, or after the timeout.
    const fallbackTimer = wasHidden.current ? setTimeout(refreshAll, STREAM_OPEN_TIMEOUT_MS) : undefined;
    const unsubscribe = subscribeToChanges({
      accessToken,
      wearer: () => shownWearer().id,
      onChange,
      onRefused: loseWearer,
      onOpen: () => {
        clearTimeout(fallbackTimer);
        // The rest was loaded a moment ago and follows with the next change.
        if (hasOpened || Date.now() - startedAt > LOADED_WITH_PAGE_MS) refreshAll();
        else {
          void readConnectionAgain(client);
          // What failed without a network, and was tried for the last time just before it came back.
          for (const each of [client, accountClient]) void each.refetchQueries({ predicate: hasFailed });
        }
        hasOpened = true;
      },
    });
    return () => {
      clearTimeout(fallbackTimer);
      unsubscribe();
    };
  }, [accessToken, visible, client]);
  return null;
}

/**
 * The change that came after the page had loaded and before the stream was open. The connection says of which time the
 * newest reading is, so the readings are read again only if that is not the one that the page has.
 */
async function readConnectionAgain(client: QueryClient): Promise<void> {
  // A call that is still under way was made before the stream was open.
  await Promise.allSettled([client.ensureQueryData(connectionQuery), client.ensureQueryData(readingsQuery)]);
  // Of a page that is still open alone: a call of one that was left would be about another wearer.
  await client.invalidateQueries({ queryKey: connectionQuery.queryKey });
  const newest = client.getQueryData(connectionQuery.queryKey)?.lastReadingAt ?? null;
  const shown = client.getQueryData(readingsQuery.queryKey)?.currentCgmReading?.time ?? null;
  if (newest !== shown) await client.invalidateQueries({ queryKey: readingsQuery.queryKey });
}
