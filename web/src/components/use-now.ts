import { useEffect, useState } from 'react';
import { onServerTimeJump, serverNow } from '../data/server-clock.ts';

/** Precise enough for ages in minutes. */
const TICK_MS = 10_000;

/** The current time by the server's clock in epoch milliseconds, updated while the page is open. */
export function useNow(): number {
  const [now, setNow] = useState(serverNow);
  useEffect(() => {
    const tick = () => setNow(serverNow());
    const timer = setInterval(tick, TICK_MS);
    document.addEventListener('visibilitychange', tick);
    const unsubscribe = onServerTimeJump(tick);
    return () => {
      unsubscribe();
      clearInterval(timer);
      document.removeEventListener('visibilitychange', tick);
    };
  }, []);
  return now;
}
