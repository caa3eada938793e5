import { chmodSync, lstatSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { takeLock } from './store/os-lock.ts';

const PREFIX = 'tealight-temp-';
const LOCK = 'lock';

export type TempFolder = AsyncDisposable & { path: string };

/**
 * A folder of this process alone for what lives no longer than it does, such as the browser's profiles. First removes
 * the folders that killed processes of this user have left: those whose lock nobody holds any more.
 */
export function openTempFolder(parent = tmpdir()): TempFolder {
  removeLeft(parent);
  const path = mkdtempSync(join(parent, PREFIX));
  // The browser may have a user of its own, who must reach its profile in here, and see nothing else.
  chmodSync(path, 0o711);
  const lock = takeLock(join(path, LOCK));
  return {
    path,
    async [Symbol.asyncDispose]() {
      lock?.[Symbol.dispose]();
      await rm(path, { recursive: true, force: true }).catch(() => {});
    },
  };
}

function removeLeft(parent: string): void {
  for (const name of readdirSync(parent)) {
    if (!name.startsWith(PREFIX)) continue;
    try {
      removeIfLeft(join(parent, name));
    } catch {
      // Somebody else removes it, or its files are not ours to remove.
    }
  }
}

function removeIfLeft(path: string): void {
  const { uid } = lstatSync(path);
  // What others have put there under this name is not opened.
  if (!lstatSync(path).isDirectory() || uid !== process.getuid?.()) return;
  // A process that has just made its folder has not locked it yet.
  if (!readdirSync(path).includes(LOCK)) return;
  const lock = takeLock(join(path, LOCK));
  if (lock === null) return;
  lock[Symbol.dispose]();
  rmSync(path, { recursive: true, force: true });
}
