import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { DAY, HOUR } from '../times.ts';

/** Their links have long expired, and they hold addresses: own choice, long enough for whoever tries Tealight. */
const KEEP_MS = 7 * DAY;

/** Erases mails that were kept as files more than seven days ago, at start and every hour. */
export function openKeptMailCleanup(folder: string, now: () => number): Disposable {
  const cleanup = async () => {
    for (const name of await readdir(folder).catch(() => [])) {
      const file = join(folder, name);
      const isMail = /\.eml(\.part)?$/.test(name);
      const { mtimeMs } = isMail ? await stat(file).catch(() => ({ mtimeMs: now() })) : { mtimeMs: now() };
      // A file that is gone was erased by another run.
      if (now() - mtimeMs > KEEP_MS) await rm(file, { force: true }).catch(() => {});
    }
  };
  void cleanup();
  const timer = setInterval(() => void cleanup(), HOUR);
  timer.unref();
  return { [Symbol.dispose]: () => clearInterval(timer) };
}
