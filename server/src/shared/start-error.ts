/** Tealight cannot start because of its environment. The message has the problem and its remedy; no stack is shown. */
export class StartError extends Error {
  override readonly name = 'StartError';
  /** Whether another start may work although nobody has changed a setting: a database that does not run yet, a full disk. */
  readonly isTemporary: boolean;

  constructor(message: string, { isTemporary = false }: { isTemporary?: boolean } = {}) {
    super(message);
    this.isTemporary = isTemporary;
  }
}

/** By the code of an error of the file system: what it means for the path, and the remedy. */
export type Remedies = Readonly<Record<string, string>>;

/** For files of the installation, when it starts. */
const remedies: Remedies = {
  EACCES: 'may not be used by this user. Give it to the user that runs Tealight',
  EPERM: 'may not be used by this user. Give it to the user that runs Tealight',
  EROFS: 'is on a read-only file system. Mount it writable, or set DATA_DIR to another folder',
  ENOSPC: 'has no room: the disk is full. Free some space',
  EDQUOT: 'has no room: the quota of this user is used up. Free some space',
  EFBIG: 'may not grow: a limit of file sizes is reached. Raise it and start again',
  ENOTDIR: 'is not a folder, or lies below something that is none. Set DATA_DIR to a folder',
  EEXIST: 'is not a folder. Set DATA_DIR to a folder',
};

/** Codes of conditions that pass without a change of a setting. */
const temporary = ['ENOSPC', 'EDQUOT'];

/** An error of the file system as a `StartError` about `path`; any other error unchanged. */
export function startErrorOf(error: unknown, path: string, byCode: Remedies = remedies): unknown {
  const { code } = (error ?? {}) as NodeJS.ErrnoException;
  const remedy = code === undefined ? undefined : byCode[code];
  if (code === undefined || remedy === undefined) return error;
  return new StartError(`${path} ${remedy}`, { isTemporary: temporary.includes(code) });
}
