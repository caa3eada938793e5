import { useEffect, useState } from 'react';

/** How often an age in minutes may be late. */
const TICK_MS = 10_000;

/** The present moment, epoch milliseconds, ticking while the page is shown. */
export function useNow(): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const tick = () => setNow(Date.now());
    const timer = setInterval(tick, TICK_MS);
    document.addEventListener('visibilitychange', tick);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', tick);
    };
  }, []);
  return now;
}
