import { readFileSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { StartError, startErrorOf } from '../start-error.ts';
import { takeLock } from './os-lock.ts';
import { StoreUnavailable } from './unavailable.ts';

/** A process that was just asked to stop may take a moment to go. Own choice. */
const WAIT_MS = 2000;
const TRY_EVERY_MS = 100;

/** Keeps a second process away from the data folder. Throws `StartError` that names the process which has it. */
export async function lockDataFolder(folder: string): Promise<Disposable> {
  const holder = join(folder, 'tealight.pid');
  const lock = await soon(() => takeIn(folder));
  if (lock === null) {
    throw new StartError(
      `Another Tealight (${nameIn(holder)}) uses ${folder}. Stop it first, or set DATA_DIR to another folder`,
    );
  }
  try {
    writeFileSync(holder, `${process.pid} on ${hostname()}\n`, { mode: 0o600 });
  } catch (error) {
    lock[Symbol.dispose]();
    throw startErrorOf(error, holder);
  }
  return lock;
}

function takeIn(folder: string): Disposable | null {
  const file = join(folder, 'tealight.lock');
  try {
    return takeLock(file);
  } catch (error) {
    if (!(error instanceof StoreUnavailable)) throw error;
    throw new StartError(
      `${file} cannot be written. Give ${folder} to the user that runs Tealight, and see that its disk is not full`,
    );
  }
}

async function soon<T>(take: () => T | null): Promise<T | null> {
  for (const until = performance.now() + WAIT_MS; ; await sleep(TRY_EVERY_MS)) {
    const taken = take();
    if (taken !== null || performance.now() >= until) return taken;
  }
}

/** As it was written; a program that may write to the folder may have changed it. */
function nameIn(file: string): string {
  try {
    const [, pid, host] = /^(\d+) on ([\w.-]+)\n/.exec(readFileSync(file, 'utf8')) ?? [];
    return pid === undefined ? 'a process that is just starting' : `process ${pid} on ${host}`;
  } catch {
    return 'a process that is just starting';
  }
}
