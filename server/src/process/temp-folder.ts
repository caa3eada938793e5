import { chmodSync, lstatSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { acquireOsLock } from '../store/sqlite/os-lock.ts';

const PREFIX = 'tealight-temp-';
const LOCK = 'lock';

export type TempFolder = AsyncDisposable & { path: string };

/**
 * A folder of this process for temporary files, such as the browser's profiles. First removes the folders that killed
 * processes of this user have left: those with a lock that no process holds.
 */
export function openTempFolder(parent = tmpdir()): TempFolder {
  removeAbandoned(parent);
  const path = mkdtempSync(join(parent, PREFIX));
  // The browser may run as another user, who must have access to its profile in this folder and to nothing else.
  chmodSync(path, 0o711);
  const lock = acquireOsLock(join(path, LOCK));
  return {
    path,
    async [Symbol.asyncDispose]() {
      lock?.[Symbol.dispose]();
      await rm(path, { recursive: true, force: true }).catch(() => {});
    },
  };
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
  const lock = acquireOsLock(join(path, LOCK));
  if (lock === null) return;
  lock[Symbol.dispose]();
  rmSync(path, { recursive: true, force: true });
}
