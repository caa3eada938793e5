import { useDocumentVisibility } from '@mantine/hooks';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useToken } from '../session.ts';
import { followChanges } from './changes-stream.ts';
import { changedQueries, connectionQuery, devicesQuery, readingsQuery } from './wearer-queries.ts';

/** How long the push may take to open before the pages ask without it. */
const PUSH_WITHIN_MS = 1500;

type Filter = { queryKey: readonly unknown[] };
const silent = { notifyOnChangeProps: [] };

/** Keeps readings, devices and status fresh while the signed-in pages are open; rests while they are hidden. */
export function KeepFresh(): null {
  useQuery({ ...readingsQuery, ...silent });
  useQuery({ ...devicesQuery, ...silent });
  useQuery({ ...connectionQuery, ...silent });
  const accessToken = useToken();
  const visible = useDocumentVisibility() === 'visible';
  const client = useQueryClient();
  const hasRested = useRef(false);
  useEffect(() => {
    if (!visible) hasRested.current = true;
    if (accessToken === null || !visible) return;
    const refresh = (queries: readonly Filter[]) => {
      for (const { queryKey } of queries) void client.invalidateQueries({ queryKey });
    };
    const all = () => refresh([...new Set(Object.values(changedQueries).flat())]);
    // Seen again, everything is asked for once: as soon as the push is open, or without it.
    const withoutPush = hasRested.current ? setTimeout(all, PUSH_WITHIN_MS) : undefined;
    const end = followChanges({
      accessToken,
      changed: (change) => refresh(changedQueries[change]),
      opened: () => {
        clearTimeout(withoutPush);
        all();
      },
    });
    return () => {
      clearTimeout(withoutPush);
      end();
    };
  }, [accessToken, visible, client]);
  return null;
}
