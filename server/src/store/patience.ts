import { setTimeout as sleep } from 'node:timers/promises';
import type { DatabaseConnection } from 'kysely';
import { SECOND } from '../times.ts';
import { sqliteFault } from './sqlite-faults.ts';
import { type OnStoreFault, StoreUnavailable } from './unavailable.ts';

/** How long a statement waits for another program that has locked the file. Own choice: a backup copies for longer. */
const BUSY_MS = 5 * SECOND;
const TRY_EVERY_MS = 25;

/**
 * Waits for a lock of another program without holding up this process, as SQLite's own waiting would. Once a wait
 * was in vain, nobody waits any more until a statement has succeeded: the callers would pile up behind each other.
 */
export function openPatience(failed: OnStoreFault) {
  let hopeless = false;
  const reported = (error: unknown): unknown => {
    const fault = sqliteFault(error);
    if (!(fault instanceof StoreUnavailable)) return fault;
    if (fault.fault === 'busy') hopeless = true;
    failed(fault);
    return fault;
  };
  const isBusy = (error: unknown): boolean => {
    const fault = sqliteFault(error);
    return fault instanceof StoreUnavailable && fault.fault === 'busy';
  };
  /**
   * Runs `work`, again and again while the file is locked. A busy statement has done nothing. Only one that writes
   * shows that the lock is gone: reading goes on beside another program's.
   */
  const patiently = async <T>(work: () => Promise<T>, isWriting: boolean): Promise<T> => {
    const until = performance.now() + BUSY_MS;
    for (;;) {
      try {
        const result = await work();
        if (isWriting) hopeless = false;
        return result;
      } catch (error) {
        if (!isBusy(error) || hopeless || performance.now() > until) throw reported(error);
        await sleep(TRY_EVERY_MS);
      }
    }
  };
  return {
    patiently,
    connection: (inner: DatabaseConnection): DatabaseConnection => ({
      executeQuery: (query) => patiently(() => inner.executeQuery(query), !query.sql.startsWith('select')),
      streamQuery: (query, size) => inner.streamQuery(query, size),
    }),
  };
}
