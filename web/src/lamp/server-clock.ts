import { serverAheadMs } from '../data/server-clock.ts';

/** This screen's clock was set, or the device has slept: it and the time since the page was opened differ by more. */
const JUMP_MS = 3000;
/** Wait after a measurement that has failed. */
const RETRY_MS = 30_000;
const TIMEOUT_MS = 10_000;

export type ServerClock = {
  /** How far the server's clock is ahead of this screen's, in ms, as far as it is known. */
  aheadMs: () => number;
  /** Epoch milliseconds by the server's clock. */
  now: () => number;
  /** Uses a difference that was stored, until one is measured. */
  restore: (aheadMs: number) => void;
  measure: () => Promise<void>;
  /** Measures again after a failure, and when this screen's clock has jumped. */
  check: () => void;
};

/**
 * The server's clock. Old tablets run minutes wrong, and a wrong clock would keep a stale reading glowing or a fresh
 * one white. `changed`: it was measured, or this screen's clock has jumped.
 */
export function serverClock(changed: () => void): ServerClock {
  let measuredAheadMs = 0;
  let openedAt = Date.now() - performance.now();
  let isMeasured = false;
  let isMeasuring = false;
  let retryAt = 0;
  const sinceOpened = () => openedAt + performance.now();
  const set = (aheadMs: number) => {
    measuredAheadMs = aheadMs;
    openedAt = Date.now() - performance.now();
  };
  const hasJumped = () => Math.abs(Date.now() - sinceOpened()) > JUMP_MS;
  // After a jump the later one counts until it is measured, so that nothing is shown for longer than it is valid.
  const now = () => (hasJumped() ? Math.max(Date.now(), sinceOpened()) : Date.now()) + measuredAheadMs;
  const measure = async () => {
    if (isMeasuring) return;
    isMeasuring = true;
    const measured = await serverAhead();
    isMeasuring = false;
    isMeasured = measured !== null;
    if (measured === null) retryAt = performance.now() + RETRY_MS;
    else set(measured);
    changed();
  };
  return {
    aheadMs: () => now() - Date.now(),
    now,
    restore: (aheadMs) => {
      if (!isMeasured) set(aheadMs);
    },
    measure,
    check: () => {
      const isDue = isMeasured ? hasJumped() : performance.now() >= retryAt;
      if (!isDue || isMeasuring) return;
      changed();
      void measure();
    },
  };
}

/** The measured difference in ms; null if the server cannot be reached. */
async function serverAhead(): Promise<number | null> {
  try {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const askedAt = Date.now();
    const answer = await fetch('/favicon.svg', { method: 'HEAD', cache: 'no-store', signal });
    // The device has slept, or its clock was set, while it asked: the answer may be hours old.
    return Math.abs(Date.now() - askedAt) > TIMEOUT_MS ? null : serverAheadMs(answer);
  } catch {
    return null;
  }
}
