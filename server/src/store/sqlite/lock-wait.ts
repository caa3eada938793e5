import { setTimeout as sleep } from 'node:timers/promises';
import type { DatabaseConnection } from 'kysely';
import { type OnStoreFault, StoreUnavailable } from '../../shared/store-errors.ts';
import { SECOND } from '../../shared/time-units.ts';
import { sqliteFault } from './sqlite-faults.ts';

/** How long a statement waits while another program has locked the file. Own choice: a backup takes longer. */
const LOCK_TIMEOUT_MS = 5 * SECOND;
const RETRY_INTERVAL_MS = 25;

/**
 * Waits for a lock of another program without blocking this process, as SQLite's own wait would. After a timeout no
 * statement waits until one has succeeded: otherwise callers would pile up.
 */
export function openLockWait(onFault: OnStoreFault) {
  let hasTimedOut = false;
  const reportFault = (error: unknown): unknown => {
    const fault = sqliteFault(error);
    if (!(fault instanceof StoreUnavailable)) return fault;
    if (fault.fault === 'busy') hasTimedOut = true;
    onFault(fault);
    return fault;
  };
  const isBusy = (error: unknown): boolean => {
    const fault = sqliteFault(error);
    return fault instanceof StoreUnavailable && fault.fault === 'busy';
  };
  /**
   * Runs `work`, and repeats it while the file is locked: a statement that finds the lock has done nothing. Only a
   * write shows that the lock is gone: reads succeed in spite of it.
   */
  const retryWhileLocked = async <T>(work: () => Promise<T>, isWriting: boolean): Promise<T> => {
    const until = performance.now() + LOCK_TIMEOUT_MS;
    for (;;) {
      try {
        const result = await work();
        if (isWriting) hasTimedOut = false;
        return result;
      } catch (error) {
        if (!isBusy(error) || hasTimedOut || performance.now() > until) throw reportFault(error);
        await sleep(RETRY_INTERVAL_MS);
      }
    }
  };
  return {
    retryWhileLocked,
    wrapConnection: (inner: DatabaseConnection): DatabaseConnection => ({
      executeQuery: (query) =>
        retryWhileLocked(() => inner.executeQuery(query), !query.sql.startsWith('select')),
      streamQuery: (query, size) => inner.streamQuery(query, size),
    }),
  };
}
