import { readFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { Config } from '../config/config.ts';
import { keyIdOf } from '../encryption/cipher.ts';
import { keysIn } from '../encryption/key-file.ts';
import { StartError } from '../shared/start-error.ts';
import { withProtectedFile } from './archive/protected-file.ts';
import { aboutFile } from './problems.ts';

type KeyConfig = Pick<Config, 'secretKeys' | 'secretKeysFile' | 'backupPassphrase'>;

/** The keys of this installation; null where no file has them yet. None is created. */
export async function installedKeys({
  secretKeys,
  secretKeysFile: { path },
}: KeyConfig): Promise<string[] | null> {
  if (secretKeys !== null) return secretKeys;
  const text = await aboutFile(path, () => readIfThere(path));
  return text === null ? null : keysIn(text);
}

export const keyIdsOf = (keys: readonly string[]): string[] => keys.map(keyIdOf);

/** What a key file has without a passphrase: what DATA_DIR/secret.key and SECRET_KEYS_FILE have. */
export const textOf = (keys: readonly string[]): string => keys.map((key) => `${key}\n`).join('');

/** The key file that was made with a backup. */
export const keyFileBeside = (backup: string): string =>
  join(dirname(backup), basename(backup).replace(/\.backup$/, '.keys'));

/** The text of a file that a backup has written, or of a copy of DATA_DIR/secret.key. */
async function textOfFile(path: string, passphrase: string | null): Promise<string> {
  const content = await aboutFile(path, () => readFile(path));
  if (content.indexOf('{"tealight"') !== 0) return content.toString('utf8');
  return withProtectedFile({ path, kind: 'keys', passphrase }, async ({ chunks }) => {
    const text: Buffer[] = [];
    for await (const chunk of chunks()) text.push(chunk);
    return Buffer.concat(text).toString('utf8');
  });
}

export type KeyOptions = {
  backup: string;
  keyIds: readonly string[];
  keyFile: string | null;
  withoutKeys: boolean;
};

/**
 * The keys that a restored installation needs and does not have; null when it has them, or goes without. Throws
 * `StartError` when keys are missing, with those that are.
 */
export async function keysToInstall(config: KeyConfig, options: KeyOptions): Promise<string[] | null> {
  const { backup, keyIds, keyFile, withoutKeys } = options;
  const installed = await installedKeys(config);
  if (withoutKeys || keyIds.length === 0) return null;
  const missingIn = (keys: readonly string[]) => keyIds.filter((id) => !keyIdsOf(keys).includes(id));
  const otherwise = 'or add --without-keys: then wearers must connect their sources again';
  if (installed !== null) {
    const missing = missingIn(installed);
    if (missing.length === 0) return null;
    const place = config.secretKeys === null ? config.secretKeysFile.path : 'SECRET_KEYS';
    throw new StartError(
      `${place} has not the keys of ${backup} (${missing.join(', ')}). Put the keys of its key file there, ${otherwise}`,
    );
  }
  const path = keyFile ?? keyFileBeside(backup);
  if (keyFile === null && (await readIfThere(path)) === null)
    throw new StartError(
      `The keys of ${backup} are missing: there is no ${path}. Name their file with --keys, ${otherwise}`,
    );
  const text = await textOfFile(path, config.backupPassphrase);
  const keys = keysIn(text);
  const missing = missingIn(keys);
  // SECRET_KEYS may have blanks within a key, a key file not.
  if (missing.length > 0 && missingIn(text.split('\n')).length === 0)
    throw new StartError(
      `The keys in ${path} have blanks, which a key file cannot have. Set SECRET_KEYS to its lines, separated by commas, ${otherwise}`,
    );
  if (missing.length > 0)
    throw new StartError(
      `${path} has not the keys of ${backup} (${missing.join(', ')}). Name another file with --keys, ${otherwise}`,
    );
  if (!config.secretKeysFile.isDefault)
    throw new StartError(
      `${config.secretKeysFile.path} of SECRET_KEYS_FILE is missing. Put the keys of ${path} there, ${otherwise}`,
    );
  return keys;
}

const readIfThere = (path: string): Promise<string | null> =>
  readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
