import { setTimeout as sleep } from 'node:timers/promises';
import { SourceError } from '@tealight/sources';
import { StoreUnavailable } from '../../shared/store-errors.ts';
import { HOUR, SECOND } from '../../shared/time-units.ts';

/** How long a vendor may take for a renewal. Own choice: more than the 30 s that the most patient source gives a call. */
export const RENEWAL_TIMEOUT_MS = 45 * SECOND;

/** How long a renewed session is kept in memory until the database works. Own choice: longer than most outages. */
export const SAVE_WITHIN_MS = HOUR;
const SAVE_AGAIN_MS = 500;

export type Renewals = ReturnType<typeof openRenewals>;

/**
 * The renewals of sessions that are in progress at this node. With the call the vendor ends the old session, and a
 * wearer would have to sign in again if its answer were lost: it is awaited and stored even when the poll is given up.
 */
export function openRenewals() {
  /** With the wearer whose session it is; null for one that is not stored yet. */
  const running = new Map<Promise<unknown>, number | null>();
  return {
    run<T>(work: (signal: AbortSignal) => Promise<T>, wearerId: number | null): Promise<T> {
      const controller = new AbortController();
      const tooSlow = () => controller.abort(new SourceError('poll', 'unreachable', { cause: 'too slow' }));
      const timer = setTimeout(tooSlow, RENEWAL_TIMEOUT_MS);
      const renewal = work(controller.signal).finally(() => {
        clearTimeout(timer);
        running.delete(renewal);
      });
      running.set(renewal, wearerId);
      return renewal;
    },
    /** Resolves when none is in progress. */
    async finished(): Promise<void> {
      while (running.size > 0) await Promise.allSettled(running.keys());
    },
    /** Resolves when none of this wearer's that is in progress now is any longer. */
    async finishedOf(wearerId: number): Promise<void> {
      await Promise.allSettled([...running].flatMap(([renewal, of]) => (of === wearerId ? [renewal] : [])));
    },
  };
}

/** Saves a renewed session, again and again while the database does not work: the old one has ended. */
export async function saveRenewed(
  save: () => Promise<void>,
  onFault: (fault: StoreUnavailable) => void,
): Promise<void> {
  const startedAt = performance.now();
  for (;;) {
    try {
      return await save();
    } catch (error) {
      if (!(error instanceof StoreUnavailable)) throw error;
      onFault(error);
      if (performance.now() - startedAt > SAVE_WITHIN_MS) throw error;
      await sleep(SAVE_AGAIN_MS);
    }
  }
}
