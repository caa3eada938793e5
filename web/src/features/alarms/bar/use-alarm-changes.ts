import { useDocumentVisibility } from '@mantine/hooks';
import { useEffect } from 'react';
import { subscribeToWearerChanges } from '../../../data/events/wearer-changes.ts';
import { useToken } from '../../../data/session.ts';
import { refreshAlarms } from '../../../data/wearer/alarms.ts';

/** The lock of the tab that has the stream, and the channel on which it passes changes on. */
const NAME = 'tealight-alarms';

/**
 * Refreshes the alarms when those of any wearer whom the account sees change, on hidden pages too. The dashboard's own
 * stream does not suffice: it is about the shown wearer alone, and ends while the page is hidden.
 */
export function useAlarmChanges(): void {
  const accessToken = useToken();
  const visible = useDocumentVisibility() === 'visible';
  // Without locks, on pages without TLS, a hidden page has no stream: its alarms are loaded from time to time.
  const mayHaveStream = hasLocks() || visible;
  useEffect(() => {
    if (accessToken === null || !mayHaveStream) return;
    return hasLocks() ? inOneTab(accessToken) : subscribe(accessToken, refreshAlarms);
  }, [accessToken, mayHaveStream]);
}

const hasLocks = (): boolean => 'locks' in navigator && 'BroadcastChannel' in window;

const subscribe = (accessToken: string, refresh: () => void): (() => void) =>
  subscribeToWearerChanges(accessToken, {
    onOpen: refresh,
    onChange: (change) => {
      if (change === 'alarms' || change === 'people') refresh();
    },
  });

/**
 * One tab has the stream for all tabs of the browser; when it is closed, the next one takes over. A browser opens only six
 * connections to a server without HTTP/2: with a stream in each of six hidden tabs no call would get through.
 */
function inOneTab(accessToken: string): () => void {
  const leaving = new AbortController();
  const channel = new BroadcastChannel(NAME);
  channel.onmessage = refreshAlarms;
  const refreshAllTabs = () => {
    refreshAlarms();
    if (!leaving.signal.aborted) channel.postMessage(null);
  };
  const holdStream = () =>
    new Promise<void>((resolve) => {
      const unsubscribe = subscribe(accessToken, refreshAllTabs);
      leaving.signal.addEventListener('abort', () => {
        unsubscribe();
        resolve();
      });
    });
  // Rejects when this tab leaves before it is its turn.
  navigator.locks.request(NAME, { signal: leaving.signal }, holdStream).catch(() => {});
  return () => {
    leaving.abort();
    channel.close();
  };
}
