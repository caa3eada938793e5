import { DatabaseSync } from 'node:sqlite';
import { StoreUnavailable } from '../../shared/store-errors.ts';
import { sqliteFault } from './sqlite-faults.ts';

/**
 * Acquires a lock that the operating system releases when this process ends, and that also works between containers
 * with a shared folder. Node has no API for such locks, so SQLite acquires one on a separate file. Nothing else may
 * open that file: closing it would release the lock.
 *
 * `file`: its path, which is created, or a `file:` URL with parameters of SQLite. Returns null while another process holds
 * the lock. Throws `StoreUnavailable` when the file cannot be used.
 */
export function acquireOsLock(file: string | URL): Disposable | null {
  let lock: DatabaseSync | null = null;
  try {
    lock = new DatabaseSync(file, { timeout: 0 });
    lock.exec('begin exclusive');
    const held = lock;
    return { [Symbol.dispose]: () => held.close() };
  } catch (error) {
    lock?.close();
    const fault = sqliteFault(error);
    if (fault instanceof StoreUnavailable && fault.fault === 'busy') return null;
    throw fault;
  }
}
