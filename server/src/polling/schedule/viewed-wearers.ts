import { openIncident } from '../../shared/incident.ts';
import { lruCache } from '../../shared/lru-cache.ts';
import { MINUTE } from '../../shared/time-units.ts';
import type { PollingDependencies } from '../dependencies.ts';
import { JITTER_MS } from './next-poll.ts';

/** How often a viewed wearer's next poll is checked. Own choice: a fifth of the shortest pause. */
const CHECK_INTERVAL_MS = MINUTE;

/**
 * Returns a function to call when somebody looks at a wearer's readings: sources that allow more polls then
 * (`viewedPauseMs`) are polled as soon as that shorter pause is over. Costs one statement a minute for each wearer.
 */
export function openViewedWearers({ store, sources, now, log }: PollingDependencies, wake: () => void) {
  const checkedAt = lruCache<number, number>();
  const pauses = Object.entries(sources).flatMap(([name, { source }]) => {
    const { pauseMs, viewedPauseMs } = source.rhythm;
    return viewedPauseMs === undefined ? [] : [{ name, pauseMs, viewedPauseMs }];
  });

  const pollSooner = async (wearerId: number, at: number): Promise<void> => {
    for (const { name, pauseMs, viewedPauseMs } of pauses) {
      // A connection that is due later than this was polled less than the shorter pause ago.
      const dueBetween = { from: at, to: at + pauseMs - viewedPauseMs + JITTER_MS };
      if (await store.connections.pollSooner(wearerId, name, dueBetween)) wake();
    }
  };
  const incident = openIncident(log, 'poll-sooner-failed', { level: 'warn' });
  return (wearerId: number): void => {
    const at = now();
    const last = checkedAt.get(wearerId);
    if (pauses.length === 0 || (last !== undefined && last <= at && at - last < CHECK_INTERVAL_MS)) return;
    checkedAt.set(wearerId, at);
    pollSooner(wearerId, at).then(
      () => incident.worked(),
      (error: unknown) => incident.failed(error),
    );
  };
}
