import { DatabaseSync } from 'node:sqlite';
import { sqliteFault } from './sqlite-faults.ts';
import { StoreUnavailable } from './unavailable.ts';

/**
 * Takes a lock that the operating system ends with this process, however that ends, and that holds between containers
 * which share the folder. Node has no call for such locks; SQLite takes one on a file of its own. That file must not
 * be opened otherwise: closing it would end the lock.
 *
 * Returns null while somebody has it. Throws `StoreUnavailable` when the file cannot be used.
 */
export function takeLock(file: string): Disposable | null {
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
