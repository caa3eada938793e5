import { useDocumentVisibility } from '@mantine/hooks';
import { changes, WearerId, wearerChangesPath } from '@tealight/contract';
import { useEffect } from 'react';
import * as z from 'zod/mini';
import { subscribeToEvents } from '../../data/events/event-stream.ts';
import { useToken } from '../../data/session.ts';
import { accountClient } from '../../data/wearer/query-clients.ts';
import { glancesQuery, wearersQuery } from '../../data/wearer/wearers.ts';

const WearerChange = z.object({ wearer: WearerId, change: z.enum(changes) });

/** Keeps all cards fresh by one event stream while the page is visible (PPL-21). */
export function useWearerChanges(): void {
  const accessToken = useToken();
  const visible = useDocumentVisibility() === 'visible';
  useEffect(() => {
    if (accessToken === null || !visible) return;
    return subscribeToEvents({
      path: wearerChangesPath,
      headers: () => ({ authorization: `Bearer ${accessToken}` }),
      onOpen: () => void accountClient.invalidateQueries(glancesQuery),
      onData: (data) => void refresh(data),
    });
  }, [accessToken, visible]);
}

async function refresh(data: string): Promise<void> {
  const { data: event } = WearerChange.safeParse(jsonOf(data));
  // The number of devices is on no card.
  if (event === undefined || event.change === 'devices') return;
  if (event.change === 'people') await accountClient.invalidateQueries(wearersQuery);
  await accountClient.invalidateQueries(glancesQuery);
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
