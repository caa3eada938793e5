import { useEffect, useState } from 'react';

/** The server sends one email of a kind a minute to an address (SUP-5). */
const WAIT_SECONDS = 60;

/** How many seconds the server would still refuse to send an email again, and what begins the wait again. */
export function useResendWait(justSent = false): readonly [seconds: number, restart: () => void] {
  const [until, setUntil] = useState(() => (justSent ? Date.now() + WAIT_SECONDS * 1000 : 0));
  const [now, setNow] = useState(Date.now);
  const seconds = Math.max(0, Math.ceil((until - now) / 1000));
  const isWaiting = seconds > 0;
  useEffect(() => {
    if (!isWaiting) return;
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, [isWaiting]);
  const restart = () => {
    setNow(Date.now());
    setUntil(Date.now() + WAIT_SECONDS * 1000);
  };
  return [seconds, restart];
}
