import type { Rhythm } from '@tealight/sources';
import type { Connection } from '../store/connection-row.ts';
import { MINUTE, SECOND } from '../times.ts';
import type { Memory } from './memory.ts';

/** So long after an outage the phone and the vendor may still be catching up. Own choice: one reading of most sensors. */
const RECOVERY_MS = 6 * MINUTE;
/** Between the asks of that time; the last one from then on, so that 10,000 who recover at once make 222 calls a second. */
const ASK_AGAIN_MS = [15 * SECOND, 30 * SECOND, 45 * SECOND];

/** `isCaughtUp`: the reading that should be the newest by now is there. */
type Answered = { connection: Connection; memory: Memory; isCaughtUp: boolean };

/**
 * The first answer after an outage is often empty, and the next reading's own moment minutes away: until a current
 * one is there it is asked for more often. `nextAt`: epoch ms, Infinity when there is nothing to recover.
 */
export function afterRecovery(
  { connection, memory, isCaughtUp }: Answered,
  { askedAt, now, rhythm }: { askedAt: number; now: number; rhythm: Rhythm },
): { kept: Memory['recovery']; nextAt: number } {
  const begins = connection.state === 'trouble' && connection.lastReadingAt !== null;
  const before = begins ? { until: now + RECOVERY_MS, asks: 0 } : (memory.recovery ?? null);
  const isOver = before === null || isCaughtUp || before.until <= now || before.until > now + RECOVERY_MS;
  if (isOver) return { kept: null, nextAt: Number.POSITIVE_INFINITY };
  const pauseMs = ASK_AGAIN_MS[Math.min(before.asks, ASK_AGAIN_MS.length - 1)] ?? 0;
  return {
    kept: { until: before.until, asks: before.asks + 1 },
    nextAt: askedAt + Math.max(rhythm.pauseMs, pauseMs),
  };
}
