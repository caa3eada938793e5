import { type Remedies, startErrorOf } from '../shared/start-error.ts';

/** A backup that cannot be used: damaged, cut short, changed, newer, or encrypted with another passphrase. */
export class UnusableBackup extends Error {
  override readonly name = 'UnusableBackup';
}

/** For files that an operator names. */
const remedies: Remedies = {
  EACCES: 'may not be used by this user. Run it as the user that runs Tealight, or give that user access',
  EPERM: 'may not be used by this user. Run it as the user that runs Tealight, or give that user access',
  EROFS: 'is on a read-only file system. Mount it writable, or name another folder',
  ENOSPC: 'could not be written: the disk is full. Free some space, or name another folder, and run it again',
  EDQUOT: 'could not be written: the quota of this user is used up. Free some space and run it again',
  EFBIG: 'could not be written: a limit of file sizes is reached. Raise it and run it again',
  EIO: 'could not be read or written: the disk fails. Name another folder',
  ENOENT: 'does not exist. Check the path',
  EISDIR: 'is a folder, not a file. Check the path',
  ENOTDIR: 'is not in a folder. Check the path',
  EEXIST: 'is not a folder. Name another one',
};

/** Runs `work`; throws its errors of the file system as `StartError` about `path`. */
export async function aboutFile<T>(path: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw startErrorOf(error, path, remedies);
  }
}
