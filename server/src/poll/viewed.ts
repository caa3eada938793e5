import { lruCache } from '../limits/lru-cache.ts';
import { MINUTE } from '../times.ts';
import type { Parts } from './parts.ts';
import { JITTER_MS } from './schedule.ts';

/** So often it is looked whether a wearer at whom somebody looks may be asked. Own choice: a fifth of the shortest pause. */
const AGAIN_MS = MINUTE;

/**
 * Somebody looks at a wearer's readings: where the source is then asked more often, it is asked as soon as that pause
 * is over. Costs the store one statement a minute and wearer.
 */
export function openViewed({ store, sources, now, log }: Parts, wake: () => void) {
  const checkedAt = lruCache<number>();
  const pauses = Object.entries(sources).flatMap(([name, { source }]) => {
    const { pauseMs, viewedPauseMs } = source.rhythm;
    return viewedPauseMs === undefined ? [] : [{ name, pauseMs, viewedPauseMs }];
  });

  const hurry = async (wearerId: number, at: number): Promise<void> => {
    for (const { name, pauseMs, viewedPauseMs } of pauses) {
      // What is due later than this was asked less than the shorter pause ago.
      const within = { from: at, to: at + pauseMs - viewedPauseMs + JITTER_MS };
      if (await store.connections.hurry(wearerId, name, within)) wake();
    }
  };
  return (wearerId: number): void => {
    const at = now();
    const last = checkedAt.get(String(wearerId));
    if (pauses.length === 0 || (last !== undefined && last <= at && at - last < AGAIN_MS)) return;
    checkedAt.set(String(wearerId), at);
    hurry(wearerId, at).catch((error: unknown) => log.warn({ event: 'not-hurried', err: error }));
  };
}
