import { readFileSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { StartError, startErrorOf } from '../../shared/start-error.ts';
import { StoreUnavailable } from '../../shared/store-errors.ts';
import { acquireOsLock } from './os-lock.ts';

/** A process that is stopping may take a moment to end. Own choice. */
const WAIT_MS = 2000;
const TRY_INTERVAL_MS = 100;

/** Locks the data folder against other processes. Throws `StartError` with the process that has locked it. */
export async function lockDataFolder(folder: string): Promise<Disposable> {
  const pidFile = join(folder, 'tealight.pid');
  const lock = await tryForAWhile(() => lockIn(folder));
  if (lock === null) {
    throw new StartError(
      `Another Tealight (${processIn(pidFile)}) uses ${folder}. Stop it first, or set DATA_DIR to another folder`,
    );
  }
  try {
    writeFileSync(pidFile, `${process.pid} on ${hostname()}\n`, { mode: 0o600 });
  } catch (error) {
    lock[Symbol.dispose]();
    throw startErrorOf(error, pidFile);
  }
  return lock;
}

function lockIn(folder: string): Disposable | null {
  const file = join(folder, 'tealight.lock');
  try {
    return acquireOsLock(file);
  } catch (error) {
    if (!(error instanceof StoreUnavailable)) throw error;
    throw new StartError(
      `${file} cannot be written. Give ${folder} to the user that runs Tealight, and see that its disk is not full`,
      { isTemporary: error.fault === 'disk-full' },
    );
  }
}

async function tryForAWhile<T>(attempt: () => T | null): Promise<T | null> {
  for (const until = performance.now() + WAIT_MS; ; await sleep(TRY_INTERVAL_MS)) {
    const result = attempt();
    if (result !== null || performance.now() >= until) return result;
  }
}

/** The process in the file. It is checked, since another program may have changed it. */
function processIn(file: string): string {
  try {
    const [, pid, host] = /^(\d+) on ([\w.-]+)\n/.exec(readFileSync(file, 'utf8')) ?? [];
    return pid === undefined ? 'a process that is just starting' : `process ${pid} on ${host}`;
  } catch {
    return 'a process that is just starting';
  }
}
