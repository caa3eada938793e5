import { randomBytes } from 'node:crypto';
import { chmod, link, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { ConfigError } from '../config.ts';
import { startErrorOf } from '../start-error.ts';
import { HOUR } from '../times.ts';

/** Where the keys are: a file of our own, made when it is missing, or one that the operator named. */
export type KeyFile = { path: string; own: boolean };

/**
 * The keys in a file, one a line. Our own file is made with one random key when it is missing, and only its owner
 * may read it; a file that the operator named is only read.
 *
 * Throws `ConfigError` when there is no key: then the file must be restored, for nothing else decrypts what its keys
 * have encrypted.
 */
export async function keysFromFile({ path, own }: KeyFile): Promise<[string, ...string[]]> {
  try {
    if (own) await makeOnce(path);
    if (own) await chmod(path, 0o600);
  } catch (error) {
    throw startErrorOf(error, path);
  }
  const content = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new ConfigError(
      `SECRET_KEYS_FILE cannot be read (${error.code}). Check the path and who may read it`,
    );
  });
  const [first, ...more] = content.split(/[\s,]+/).filter((key) => key !== '');
  if (first === undefined)
    throw new ConfigError(`There is no key in ${path}. Restore the file from a backup`);
  return [first, ...more];
}

/** Two processes that start together end up with one key: a file is linked whole, and only where none is. */
async function makeOnce(path: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  await removeDrafts(path);
  const draft = `${path}.${randomBytes(6).toString('hex')}`;
  try {
    await writeFile(draft, `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600, flush: true });
    await link(draft, path);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  } finally {
    await rm(draft, { force: true });
  }
}

const DRAFT_MS = HOUR;

/** What a process left that was killed while it made the file. */
async function removeDrafts(path: string): Promise<void> {
  for (const name of await readdir(dirname(path))) {
    const file = join(dirname(path), name);
    if (!name.startsWith(`${basename(path)}.`) || !/\.[0-9a-f]{12}$/.test(name)) continue;
    const { mtimeMs } = await stat(file).catch(() => ({ mtimeMs: Date.now() }));
    if (Date.now() - mtimeMs > DRAFT_MS) await rm(file, { force: true });
  }
}
