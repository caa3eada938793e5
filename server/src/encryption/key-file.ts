import { randomBytes } from 'node:crypto';
import { chmod, link, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { ConfigError } from '../config/config.ts';
import { startErrorOf } from '../shared/start-error.ts';
import { HOUR } from '../shared/time-units.ts';

/** `isDefault`: Tealight's own file, created if necessary; otherwise a file of the operator. */
export type KeyFile = { path: string; isDefault: boolean };

/**
 * The keys in a file, one in each line. Tealight's own file is created with one random key if necessary, readable only
 * by its owner; a file of the operator is only read.
 *
 * Throws `ConfigError` when there is no key: the file must be restored, since no other key decrypts the stored data.
 */
export async function keysFromFile({ path, isDefault }: KeyFile): Promise<[string, ...string[]]> {
  try {
    if (isDefault) await createOnce(path);
    if (isDefault) await chmod(path, 0o600);
  } catch (error) {
    throw startErrorOf(error, path);
  }
  const content = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new ConfigError(
      `SECRET_KEYS_FILE cannot be read (${error.code}). Check the path and who may read it`,
    );
  });
  const [first, ...more] = keysIn(content);
  if (first === undefined)
    throw new ConfigError(`There is no key in ${path}. Restore the file from a backup`);
  return [first, ...more];
}

/** The keys in the text of a key file. */
export const keysIn = (text: string): string[] => text.split(/[\s,]+/).filter((key) => key !== '');

/** Two processes that start together get the same key: the complete file is linked, which fails when one exists. */
async function createOnce(path: string): Promise<void> {
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

const DRAFT_LIFETIME_MS = HOUR;

/** Removes drafts of processes that were killed while they created the file. */
async function removeDrafts(path: string): Promise<void> {
  for (const name of await readdir(dirname(path))) {
    const file = join(dirname(path), name);
    if (!name.startsWith(`${basename(path)}.`) || !/\.[0-9a-f]{12}$/.test(name)) continue;
    const { mtimeMs } = await stat(file).catch(() => ({ mtimeMs: Date.now() }));
    if (Date.now() - mtimeMs > DRAFT_LIFETIME_MS) await rm(file, { force: true });
  }
}
