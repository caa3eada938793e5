import { useDocumentVisibility } from '@mantine/hooks';
import { useEffect } from 'react';
import { subscribeToWearerChanges } from '../../../data/events/wearer-changes.ts';
import { useToken } from '../../../data/session.ts';
import { refreshAlarms } from '../../../data/wearer/alarms.ts';

/** The lock of the tab that has the stream, and the channel on which it passes changes on. */
const NAME = 'tealight-alarms';

/**
 * Refreshes alarms when those of anybody change. The stream of the shown wearer is about one wearer alone, and only while
 * the page is visible: an alarm must ring on a hidden page, too.
 */
export function useAlarmChanges(): void {
  const accessToken = useToken();
  const visible = useDocumentVisibility() === 'visible';
  // Without locks, on pages without TLS, a hidden page asks from time to time only.
  const isAllowed = hasLocks() || visible;
  useEffect(() => {
    if (accessToken === null || !isAllowed) return;
    return hasLocks() ? inOneTab(accessToken) : stream(accessToken, refreshAlarms);
  }, [accessToken, isAllowed]);
}

const hasLocks = (): boolean => 'locks' in navigator && 'BroadcastChannel' in window;

const stream = (accessToken: string, refresh: () => void): (() => void) =>
  subscribeToWearerChanges(accessToken, {
    onOpen: refresh,
    onChange: (change) => {
      if (change === 'alarms' || change === 'people') refresh();
    },
  });

/**
 * One tab has the stream for all tabs of the browser, and the next one when it is closed. A browser opens only six
 * connections to a server without HTTP/2: with a stream in each of six hidden tabs no call would get through.
 */
function inOneTab(accessToken: string): () => void {
  const end = new AbortController();
  const channel = new BroadcastChannel(NAME);
  channel.onmessage = refreshAlarms;
  const refreshAll = () => {
    refreshAlarms();
    if (!end.signal.aborted) channel.postMessage(null);
  };
  const lead = () =>
    new Promise<void>((resolve) => {
      const unsubscribe = stream(accessToken, refreshAll);
      end.signal.addEventListener('abort', () => {
        unsubscribe();
        resolve();
      });
    });
  // Rejects when this tab leaves before it is its turn.
  navigator.locks.request(NAME, { signal: end.signal }, lead).catch(() => {});
  return () => {
    end.abort();
    channel.close();
  };
}
