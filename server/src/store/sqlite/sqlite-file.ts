import { constants } from 'node:fs';
import { access, mkdir, open, readdir, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { StartError, startErrorOf } from '../../shared/start-error.ts';

const FILE_HEADER = 'SQLite format 3\0';
/** Files of an installation beside its database, after the first start. */
const installationFiles = ['secret.key', 'photos', 'outbox'];
const RESTORE = 'Restore it from a backup';
/** In a data folder while a backup is restored into it. */
export const RESTORING_FOLDER = 'restoring';

/**
 * Throws `StartError` for a file that is not, or is no longer, the database of this installation. Runs before SQLite
 * opens the file: an empty one would become a new installation.
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
  if (head === null || head.length === 0) return rejectIfInstalled(file, head);
  if (head.toString('latin1', 0, FILE_HEADER.length) !== FILE_HEADER)
    throw new StartError(`${file} is not a Tealight database. ${RESTORE}, or set DATA_DIR to another folder`);
}

/** The first bytes of the file; null if it does not exist. */
async function headOf(file: string): Promise<Buffer | null> {
  try {
    await access(file, constants.R_OK | constants.W_OK);
    const handle = await open(file, 'r');
    const read = handle.read(Buffer.alloc(FILE_HEADER.length), 0, FILE_HEADER.length, 0);
    const { buffer, bytesRead } = await read.finally(() => handle.close());
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

/** An empty file is left by a first start that was interrupted: then no other file of an installation exists. */
async function rejectIfInstalled(file: string, head: Buffer | null): Promise<void> {
  const folder = dirname(file);
  if ((await readdir(folder)).includes(RESTORING_FOLDER))
    throw new StartError(
      `A restore into ${folder} was interrupted. Run it again; for a new install, set DATA_DIR to an empty folder`,
    );
  const wal = await stat(`${file}-wal`).then(
    ({ size }) => size > 0,
    () => false,
  );
  const names = head === null ? [] : await readdir(folder);
  const remains = [
    ...(wal ? [`${basename(file)}-wal`] : []),
    ...installationFiles.filter((name) => names.includes(name)),
  ];
  if (remains.length === 0) return;
  const what = head === null ? 'is missing' : 'is empty';
  throw new StartError(
    `${file} ${what}, but ${join(folder, remains[0] ?? '')} shows that there was a database. ${RESTORE}; for a new install, set DATA_DIR to an empty folder`,
  );
}

/** SQLite's error when opening and migrating the file, as a `StartError` with a remedy; any other error unchanged. */
export function openingError(error: unknown, file: string): unknown {
  const { fault } = (error ?? {}) as { fault?: string };
  const remedy = fault === undefined ? undefined : remedies[fault];
  if (fault === undefined || remedy === undefined) return error;
  return new StartError(`${file} ${remedy}`, { isTemporary: passing.includes(fault) });
}

/** Faults that may end although the operator has changed no setting. */
const passing = ['disk-full', 'busy'];

const remedies: Readonly<Record<string, string>> = {
  damaged: `is damaged or cut short. ${RESTORE}`,
  'disk-full': 'cannot be written: the disk is full, or fails. Free some space',
  'read-only': 'may not be written by this user. Give it to the user that runs Tealight',
  unreachable: 'cannot be opened by this user. Give it, and its folder, to the user that runs Tealight',
  busy: 'is locked by another program. Close that program',
};
