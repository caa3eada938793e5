import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { StartError } from '../shared/start-error.ts';
import { RESTORING_FOLDER } from '../store/sqlite/sqlite-file.ts';
import type { Manifest } from './archive/archive.ts';
import { syncFolder } from './archive/new-file.ts';
import { aboutFile } from './problems.ts';

/** In the folder from when everything is restored and verified until everything is in its place. */
const VERIFIED = 'verified';
/** The database is the last: without it no server starts while the folder is there. */
const parts = ['photos', 'secret.key', 'tealight.db'];
/** What an empty data folder may have: files of the lock, and of a file system. */
const ignored = new Set(['tealight.lock', 'tealight.lock-journal', 'tealight.pid', 'lost+found']);

/** A folder in the data folder where a store is restored. A server does not start beside it. */
export type Staging = {
  folder: string;
  /** Everything was verified before, and only has to be moved to its place. */
  isVerified: boolean;
  /** Moves everything to its place. When it is interrupted, another restore of the same backup continues it. */
  publish(): Promise<void>;
  discard(): Promise<void>;
};

/** Throws `StartError` unless the data folder is empty, or has only an interrupted restore of the same backup. */
export async function openStaging(dataDir: string, manifest: Manifest): Promise<Staging> {
  const folder = join(dataDir, RESTORING_FOLDER);
  const id = createHash('sha256').update(JSON.stringify(manifest)).digest('hex');
  const marker = await readFile(join(folder, VERIFIED), 'utf8').catch(() => '');
  // A disk that was full may have kept a part of it, which says of no backup that it was verified.
  const verified = marker.length === id.length ? marker : null;
  const names = (await readdir(dataDir)).filter((name) => !ignored.has(name));
  if (verified !== null && verified !== id && (await readdir(folder)).includes('tealight.db'))
    throw new StartError(
      `A restore of another backup into ${dataDir} was interrupted. Run that one again, or empty the folder`,
    );
  const isVerified = verified === id && !names.includes('tealight.db');
  const [other] = names.filter((name) => name !== RESTORING_FOLDER);
  if (!isVerified && other !== undefined)
    throw new StartError(
      `${dataDir} is not empty: it has ${other}. Set DATA_DIR to an empty folder, or move what is there`,
    );
  if (!isVerified) {
    await rm(folder, { recursive: true, force: true });
    await aboutFile(folder, () => mkdir(folder, { mode: 0o700 }));
  }
  return {
    folder,
    isVerified,
    discard: () => rm(folder, { recursive: true, force: true }),
    async publish() {
      const verifiedFile = join(folder, VERIFIED);
      if (!isVerified)
        await aboutFile(verifiedFile, () => writeFile(verifiedFile, id, { mode: 0o600, flush: true }));
      await syncFolder(folder);
      for (const part of parts) {
        if ((await readdir(folder)).includes(part)) await rename(join(folder, part), join(dataDir, part));
        await syncFolder(dataDir);
      }
      await rm(folder, { recursive: true });
    },
  };
}
