import { useDocumentVisibility } from '@mantine/hooks';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useToken } from '../session.ts';
import { followChanges } from './changes-stream.ts';
import { changedQueries, connectionQuery, devicesQuery, readingsQuery } from './wearer-queries.ts';

const silent = { notifyOnChangeProps: [] };

/** Keeps readings, devices and status fresh while the signed-in pages are open; rests while they are hidden. */
export function KeepFresh(): null {
  useQuery({ ...readingsQuery, ...silent });
  useQuery({ ...devicesQuery, ...silent });
  useQuery({ ...connectionQuery, ...silent });
  const accessToken = useToken();
  const visible = useDocumentVisibility() === 'visible';
  const client = useQueryClient();
  useEffect(() => {
    if (accessToken === null || !visible) return;
    const refresh = (queries: readonly { queryKey: readonly unknown[] }[]) => {
      for (const { queryKey } of queries) void client.invalidateQueries({ queryKey });
    };
    return followChanges({
      accessToken,
      changed: (change) => refresh(changedQueries[change]),
      opened: () => refresh([...new Set(Object.values(changedQueries).flat())]),
    });
  }, [accessToken, visible, client]);
  return null;
}
