import { readFile } from 'node:fs/promises';
import type { Config } from '../config/config.ts';
import { encryptionWith } from '../encryption/cipher.ts';
import { keyOpens } from '../health/parts.ts';
import type { InspectedDatabase } from '../store/inspect.ts';
import { codeOf, type Finding, findingsOf } from './finding.ts';

const { ok, problem } = findingsOf('keys');
const RESTORE =
  'If there was one, restore it from a backup before the server starts: without it every wearer has to connect again.';

type Keys = [string, ...string[]];

/** The secret keys, and whether they decrypt a stored sign-in. A key file is read and never made. */
export async function checkKeys(
  config: Config,
  database: InspectedDatabase | null,
): Promise<{ keys: Keys | null; findings: Finding[] }> {
  const { path } = config.secretKeysFile;
  const keys = (config.secretKeys ?? (await keysIn(path))) as Keys | string;
  if (typeof keys !== 'string') return { keys, findings: [await decryptFinding(keys, database)] };
  const isFirstStart = config.databaseUrl === null && database === null;
  if (keys === 'ENOENT' && config.secretKeysFile.isDefault && (isFirstStart || database?.hasTables === false))
    return { keys: null, findings: [ok('There is no secret key yet: the first start makes it')] };
  const finding =
    keys === 'ENOENT'
      ? problem(`The secret key ${path} is missing`, RESTORE)
      : problem(`The secret key in ${path} cannot be read (${keys})`, `Let this user read it. ${RESTORE}`);
  return { keys: null, findings: [finding] };
}

/** The keys in a file; the code of the error if there are none. */
async function keysIn(path: string): Promise<Keys | string> {
  try {
    const keys = (await readFile(path, 'utf8')).split(/[\s,]+/).filter((key) => key !== '');
    return keys.length === 0 ? 'it is empty' : (keys as Keys);
  } catch (error) {
    return codeOf(error);
  }
}

async function decryptFinding(keys: Keys, database: InspectedDatabase | null): Promise<Finding> {
  if (database === null || !database.hasTables) return ok('The secret key is there');
  const isUsed = (await database.checks.newestEncrypted(1)).length > 0;
  if (!isUsed) return ok('The secret key is there; no sign-in is stored yet');
  try {
    await keyOpens({ store: database, encryption: encryptionWith(keys) });
    return ok('The secret key decrypts the stored sign-ins');
  } catch {
    return problem(
      'The secret key decrypts no stored sign-in',
      'Restore the key that was used before (SECRET_KEYS or the key file), and put a new one in front of it.',
    );
  }
}
