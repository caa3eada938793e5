import { constants } from 'node:fs';
import { access, mkdir, open, readdir, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { StartError, startErrorOf } from '../start-error.ts';

const MAGIC = 'SQLite format 3\0';
/** What an install has beside its database as soon as it has run. */
const traces = ['secret.key', 'photos', 'outbox'];
const RESTORE = 'Restore it from a backup';

/**
 * Refuses a file that cannot be, or can no longer be, this install's database, before SQLite opens it: it would make
 * a new install of an empty one.
 *
 * Throws `StartError`.
 */
export async function checkDatabaseFile(file: string): Promise<void> {
  const folder = dirname(file);
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await access(folder, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    throw startErrorOf(error, folder);
  }
  const head = await headOf(file);
  if (head === null || head.length === 0) return refuseIfInstalled(file, head);
  if (head.toString('latin1', 0, MAGIC.length) !== MAGIC)
    throw new StartError(`${file} is not a Tealight database. ${RESTORE}, or set DATA_DIR to another folder`);
}

/** The first bytes; null where there is no file. */
async function headOf(file: string): Promise<Buffer | null> {
  try {
    await access(file, constants.R_OK | constants.W_OK);
    await using handle = await open(file, 'r');
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(MAGIC.length), 0, MAGIC.length, 0);
    return buffer.subarray(0, bytesRead);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    if ((error as NodeJS.ErrnoException).code === 'EISDIR')
      throw new StartError(
        `${file} is a folder, not a database. Remove it, or set DATA_DIR to another folder`,
      );
    throw startErrorOf(error, file);
  }
}

/** An empty file is what a first start leaves that was cut short: then nothing else of an install is there. */
async function refuseIfInstalled(file: string, head: Buffer | null): Promise<void> {
  const folder = dirname(file);
  const wal = await stat(`${file}-wal`).then(
    ({ size }) => size > 0,
    () => false,
  );
  const names = head === null ? [] : await readdir(folder);
  const left = [...(wal ? [`${basename(file)}-wal`] : []), ...traces.filter((name) => names.includes(name))];
  if (left.length === 0) return;
  const what = head === null ? 'is missing' : 'is empty';
  throw new StartError(
    `${file} ${what}, but ${join(folder, left[0] ?? '')} shows that there was a database. ${RESTORE}; for a new install, set DATA_DIR to an empty folder`,
  );
}

/** What SQLite refused when the file was opened and brought up to date, as a sentence; any other error as it is. */
export function openingError(error: unknown, file: string): unknown {
  const { fault } = (error ?? {}) as { fault?: string };
  const remedy = fault === undefined ? undefined : remedies[fault];
  return remedy === undefined ? error : new StartError(`${file} ${remedy}`);
}

const remedies: Readonly<Record<string, string>> = {
  damaged: `is damaged or cut short. ${RESTORE}`,
  'disk-full': 'cannot be written: the disk is full, or fails. Free some space and start again',
  'read-only': 'may not be written by this user. Give it to the user that runs Tealight',
  unreachable: 'cannot be opened by this user. Give it, and its folder, to the user that runs Tealight',
  busy: 'is locked by another program. Close that program and start again',
};
