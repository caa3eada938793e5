import { StartError } from '../shared/start-error.ts';
import { checkBackup } from './check-backup.ts';
import { runCommand } from './command.ts';
import { restore } from './restore.ts';
import { checkText, restoreText } from './text.ts';

const usage = 'Usage: npm run restore -- <backup> [--check] [--keys <file> | --without-keys]';
const flag = { type: 'boolean' } as const;
const options = { check: flag, keys: { type: 'string' }, 'without-keys': flag } as const;

await runCommand({ usage, options }, async ({ options: given, words, config, signal }) => {
  const [path] = words;
  if (path === undefined || words.length > 1) throw new StartError(`Name one backup. ${usage}`);
  if (given.check === true)
    return checkText(path, await checkBackup({ path, passphrase: config.backupPassphrase }));
  const keyFile = typeof given.keys === 'string' ? given.keys : null;
  const withoutKeys = given['without-keys'] === true;
  const restored = await restore(config, { path, keyFile, withoutKeys, signal });
  return restoreText(restored, config.databaseUrl === null ? config.dataDir : 'the database of DATABASE_URL');
});
