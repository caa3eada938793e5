import { chmodSync, existsSync, lstatSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { acquireOsLock } from '../store/sqlite/os-lock.ts';

const PREFIX = 'tealight-temp-';
const LOCK = 'lock';
/** More processes do not take a folder for abandoned before it is locked. */
const MAX_TRIES = 10;

export type TempFolder = AsyncDisposable & { path: string };

/**
 * A folder of this process for temporary files, such as the browser's profiles. First removes the folders that killed
 * processes of this user have left: those with a lock that no process holds. Throws `StoreUnavailable` when it cannot be
 * locked.
 */
export function openTempFolder(parent = tmpdir()): TempFolder {
  removeAbandoned(parent);
  const { path, lock } = newFolder(parent);
  return {
    path,
    async [Symbol.asyncDispose]() {
      // While it is locked, so that no other process removes it at the same time.
      await rm(path, { recursive: true, force: true }).catch(() => {});
      lock?.[Symbol.dispose]();
    },
  };
}

/** A locked folder. A process that starts at the same moment may remove one that is not locked yet: then another is made. */
function newFolder(parent: string): { path: string; lock: Disposable | null } {
  for (let tries = 1; ; tries += 1) {
    const isLast = tries >= MAX_TRIES;
    const path = mkdtempSync(join(parent, PREFIX));
    try {
      // The browser may run as another user, who must have access to its profile in this folder and to nothing else.
      chmodSync(path, 0o711);
      const lock = acquireOsLock(join(path, LOCK));
      // Where every lock seems to be held, as on some network file systems, nobody takes the folder for abandoned either.
      if ((lock !== null || isLast) && existsSync(join(path, LOCK))) return { path, lock };
      lock?.[Symbol.dispose]();
    } catch (error) {
      if (isLast) {
        remove(path);
        throw error;
      }
    }
    remove(path);
  }
}

function remove(path: string): void {
  try {
    rmSync(path, { recursive: true, force: true });
  } catch {
    // Another process removes it.
  }
}

function removeAbandoned(parent: string): void {
  for (const name of readdirSync(parent)) {
    if (!name.startsWith(PREFIX)) continue;
    try {
      removeIfAbandoned(join(parent, name));
    } catch {
      // Another process removes it, or its files belong to another user.
    }
  }
}

function removeIfAbandoned(path: string): void {
  const { uid } = lstatSync(path);
  // Files of others with this name are not opened.
  if (!lstatSync(path).isDirectory() || uid !== process.getuid?.()) return;
  // A process that has just created its folder has not locked it yet.
  if (!readdirSync(path).includes(LOCK)) return;
  // Not created again: another process may be removing the folder.
  const file = pathToFileURL(join(path, LOCK));
  file.searchParams.set('mode', 'rw');
  const lock = acquireOsLock(file);
  if (lock === null) return;
  try {
    // While it is locked: whose folder it is after all finds it gone when it has the lock.
    rmSync(path, { recursive: true, force: true });
  } finally {
    lock[Symbol.dispose]();
  }
}
