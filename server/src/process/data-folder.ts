import { chmod, mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Log } from '../shared/log.ts';
import { startErrorOf } from '../shared/start-error.ts';

/** Folders in the data folder with personal data. */
const folders = ['outbox', 'photos'];

/** Creates the data folder if necessary, and makes it accessible only to its owner. Throws `StartError`. */
export async function makePrivate(dataDir: string): Promise<void> {
  try {
    await mkdir(dataDir, { recursive: true, mode: 0o700 });
    await chmod(dataDir, 0o700);
  } catch (error) {
    throw startErrorOf(error, dataDir);
  }
}

/**
 * Makes the content of the data folder accessible only to its owner, also after a copy with other permissions: 0700 for
 * folders, 0600 for files. Returns how many belong to another user and could not be changed.
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

/** The same in the background, since the data folder itself is already private; logs the number of failures. */
export function makeFilesPrivateInBackground(dataDir: string, log: Log): AsyncDisposable {
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
