import { randomBytes } from 'node:crypto';
import { chmod, link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * The keys in a file, one a line, made with one random key when the file is missing. Only its owner may read it.
 *
 * Throws  when the file holds no key: then it must be restored, for what it had sealed stays closed without it.
 */
export async function keysFromFile(path: string): Promise<[string, ...string[]]> {
  await makeOnce(path);
  await chmod(path, 0o600);
  const [first, ...more] = (await readFile(path, 'utf8')).split(/[\s,]+/).filter((key) => key !== '');
  if (first === undefined) throw new Error(`There is no key in ${path}: restore the file from a backup`);
  return [first, ...more];
}

/** Two processes that start together end up with one key: a file is linked whole, and only where none is. */
async function makeOnce(path: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
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
