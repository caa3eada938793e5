import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { refreshAlarms } from '../../../data/wearer/alarms.ts';

/** Keeps the subscription of this browser, with code that is loaded for it. A failure is tried again by the next page. */
async function keepPush(): Promise<void> {
  const { keepSubscribed } = await import('../channels/push/keep-subscribed.ts');
  if (await keepSubscribed()) refreshAlarms();
}

const keepQuietly = () => void keepPush().catch(() => undefined);

/**
 * Follows the service worker: opens the alarm of a notification without loading the page again, which would end its
 * sound (ALM-33), and saves a subscription that was made again. `isSignedIn`: also looks after the subscription now.
 */
export function useWorkerMessages({ isSignedIn }: { isSignedIn: boolean }): void {
  const navigate = useNavigate();
  useEffect(() => {
    if (!('serviceWorker' in navigator)) return;
    const { serviceWorker } = navigator;
    const onMessage = ({ data, ports }: MessageEvent) => {
      const { open, hasNewSubscription = false } = data ?? {};
      if (hasNewSubscription && isSignedIn) keepQuietly();
      if (typeof open !== 'string' || !/^\/(?!\/)/.test(open)) return;
      ports[0]?.postMessage(null);
      void navigate(open);
    };
    serviceWorker.addEventListener('message', onMessage);
    return () => serviceWorker.removeEventListener('message', onMessage);
  }, [navigate, isSignedIn]);
  useEffect(() => {
    if (isSignedIn) keepQuietly();
  }, [isSignedIn]);
}
