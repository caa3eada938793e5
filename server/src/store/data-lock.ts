import { readFileSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { StartError, startErrorOf } from '../start-error.ts';
import { sqliteFault } from './sqlite-faults.ts';
import { StoreUnavailable } from './unavailable.ts';

/** A process that was just asked to stop may take a moment to go. Own choice. */
const WAIT_MS = 2000;
const TRY_EVERY_MS = 100;

/**
 * Keeps a second process away from the data folder. The lock is one of the operating system, which ends it with the
 * process however that ends, and which holds for containers that share the folder. Node has no call for such locks;
 * SQLite takes one on a file of its own. That file must not be opened otherwise: closing it would end the lock.
 *
 * Throws `StartError` that names the process which has it.
 */
export async function lockDataFolder(folder: string): Promise<Disposable> {
  const holder = join(folder, 'tealight.pid');
  const lock = await locked(join(folder, 'tealight.lock'), () => nameIn(holder), folder);
  try {
    writeFileSync(holder, `${process.pid} on ${hostname()}\n`, { mode: 0o600 });
  } catch (error) {
    lock.close();
    throw startErrorOf(error, holder);
  }
  return { [Symbol.dispose]: () => lock.close() };
}

async function locked(file: string, holder: () => string, folder: string): Promise<DatabaseSync> {
  let lock: DatabaseSync | null = null;
  for (const until = performance.now() + WAIT_MS; ; await sleep(TRY_EVERY_MS)) {
    try {
      lock ??= new DatabaseSync(file, { timeout: 0 });
      lock.exec('begin exclusive');
      return lock;
    } catch (error) {
      const fault = sqliteFault(error);
      if (!(fault instanceof StoreUnavailable)) throw error;
      if (fault.fault === 'busy' && performance.now() < until) continue;
      lock?.close();
      if (fault.fault !== 'busy')
        throw new StartError(`${file} cannot be written. Give ${folder} to the user that runs Tealight`);
      throw new StartError(
        `Another Tealight (${holder()}) uses ${folder}. Stop it first, or set DATA_DIR to another folder`,
      );
    }
  }
}

/** As it was written; whoever may write the folder may have changed it. */
function nameIn(file: string): string {
  try {
    const [, pid, host] = /^(\d+) on ([\w.-]+)\n/.exec(readFileSync(file, 'utf8')) ?? [];
    return pid === undefined ? 'a process that is just starting' : `process ${pid} on ${host}`;
  } catch {
    return 'a process that is just starting';
  }
}
