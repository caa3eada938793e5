import { useDocumentVisibility } from '@mantine/hooks';
import type { Change } from '@tealight/contract';
import { useEffect } from 'react';
import { subscribeToWearerChanges } from '../../data/events/wearer-changes.ts';
import { useToken } from '../../data/session.ts';
import { accountClient } from '../../data/wearer/query-clients.ts';
import { glancesQuery, wearersQuery } from '../../data/wearer/wearers.ts';

/** Keeps all cards fresh by one event stream while the page is visible (PPL-21). */
export function useWearerChanges(): void {
  const accessToken = useToken();
  const visible = useDocumentVisibility() === 'visible';
  useEffect(() => {
    if (accessToken === null || !visible) return;
    return subscribeToWearerChanges(accessToken, {
      onOpen: () => void accountClient.invalidateQueries(glancesQuery),
      onChange: (change) => void refresh(change),
    });
  }, [accessToken, visible]);
}

async function refresh(change: Change): Promise<void> {
  // The number of devices is on no card.
  if (change === 'devices') return;
  // A change of the range may be one of the unit or the time zone.
  if (change === 'people' || change === 'range') await accountClient.invalidateQueries(wearersQuery);
  await accountClient.invalidateQueries(glancesQuery);
}
