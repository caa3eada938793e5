import { StartError } from '../shared/start-error.ts';
import { runCommand } from './command.ts';
import { makeBackup } from './make-backup.ts';
import { backupText } from './text.ts';

const usage = 'Usage: npm run backup -- --to <folder> [--keep <n>] [--keys-to <folder> | --without-keys]';
const text = { type: 'string' } as const;
const options = { to: text, keep: text, 'keys-to': text, 'without-keys': { type: 'boolean' } } as const;

await runCommand({ usage, options }, async ({ options: given, words, config, signal }) => {
  const { to, keep } = given;
  if (typeof to !== 'string' || to === '' || words.length > 0)
    throw new StartError(`Name the folder of the backup. ${usage}`);
  if (keep !== undefined && !/^[1-9]\d{0,5}$/.test(String(keep)))
    throw new StartError(`--keep must be a whole number from 1. ${usage}`);
  const keyFolder = given['without-keys'] === true ? null : String(given['keys-to'] ?? to);
  const made = await makeBackup(config, {
    folder: to,
    keyFolder,
    keep: keep === undefined ? null : Number(keep),
    signal,
  });
  return backupText(made, config.backupPassphrase !== null);
});
