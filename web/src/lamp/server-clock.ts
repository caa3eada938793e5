import { serverAheadMs } from '../data/server-clock.ts';

/**
 * How far the server's clock is ahead of this screen's, in ms; null if unknown.
 * Old tablets run minutes wrong, and a wrong clock would keep a stale reading glowing or a fresh one white.
 */
export async function serverClockAhead(): Promise<number | null> {
  try {
    return serverAheadMs(await fetch('/favicon.svg', { method: 'HEAD', cache: 'no-store' }));
  } catch {
    return null;
  }
}
