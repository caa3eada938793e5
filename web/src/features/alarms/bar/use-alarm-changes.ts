import { useEffect } from 'react';
import { subscribeToWearerChanges } from '../../../data/events/wearer-changes.ts';
import { useToken } from '../../../data/session.ts';
import { refreshAlarms } from '../../../data/wearer/alarms.ts';

/**
 * Refreshes alarms when those of anybody change. The stream of the shown wearer tells of one wearer alone, and only while
 * the page is visible: an alarm must ring on a hidden page, too.
 */
export function useAlarmChanges(): void {
  const accessToken = useToken();
  useEffect(() => {
    if (accessToken === null) return;
    return subscribeToWearerChanges(accessToken, {
      onOpen: refreshAlarms,
      onChange: (change) => {
        if (change === 'alarms' || change === 'people') refreshAlarms();
      },
    });
  }, [accessToken]);
}
