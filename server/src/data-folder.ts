import { chmod, mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Log } from './log.ts';
import { startErrorOf } from './start-error.ts';

/** Folders inside the data folder that hold files of wearers. */
const folders = ['outbox', 'photos'];

/** Makes the data folder where it is missing, and readable for its owner alone: that covers all that is in it. Throws `StartError`. */
export async function makePrivate(dataDir: string): Promise<void> {
  try {
    await mkdir(dataDir, { recursive: true, mode: 0o700 });
    await chmod(dataDir, 0o700);
  } catch (error) {
    throw startErrorOf(error, dataDir);
  }
}

/**
 * Makes what an earlier version or a careless copy left open readable for its owner alone: 0700 for folders, 0600
 * for files. Returns how many belong to somebody else and are as they were.
 */
export async function makeFilesPrivate(dataDir: string): Promise<number> {
  let failed = 0;
  const change = (path: string, mode: number) =>
    chmod(path, mode).catch(() => {
      failed += 1;
    });
  for (const folder of [dataDir, ...folders.map((name) => join(dataDir, name))]) {
    const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
    for (const entry of entries) {
      if (entry.isFile()) await change(join(folder, entry.name), 0o600);
      if (entry.isDirectory()) await change(join(folder, entry.name), 0o700);
    }
  }
  return failed;
}

/** Beside everything else: the folder around the files is private already. */
export function tightenFiles(dataDir: string, log: Log): AsyncDisposable {
  const work = makeFilesPrivate(dataDir).then((failed) => {
    if (failed > 0) {
      log.warn({
        event: 'data-files-not-private',
        count: failed,
        text: 'Files in DATA_DIR belong to another user. Give them to the user that runs Tealight',
      });
    }
  });
  return { [Symbol.asyncDispose]: () => work };
}
