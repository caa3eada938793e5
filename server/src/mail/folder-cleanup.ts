import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { DAY, HOUR } from '../shared/time-units.ts';

/** Own choice: long enough for trying out Tealight. Links have expired by then, but addresses are personal data. */
const KEEP_MS = 7 * DAY;

/** Erases email files that are older than seven days, at the start and every hour. */
export function openMailFolderCleanup(folder: string, now: () => number): Disposable {
  const cleanup = async () => {
    for (const name of await readdir(folder).catch(() => [])) {
      const file = join(folder, name);
      const isMail = /\.eml(\.part)?$/.test(name);
      const { mtimeMs } = isMail ? await stat(file).catch(() => ({ mtimeMs: now() })) : { mtimeMs: now() };
      // A missing file was erased by another run.
      if (now() - mtimeMs > KEEP_MS) await rm(file, { force: true }).catch(() => {});
    }
  };
  void cleanup();
  const timer = setInterval(() => void cleanup(), HOUR);
  timer.unref();
  return { [Symbol.dispose]: () => clearInterval(timer) };
}
