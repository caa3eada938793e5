import { readdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '../config/config.ts';
import { StartError } from '../shared/start-error.ts';
import type { DatabaseSource } from '../store/transfer/contents.ts';
import { openSource } from '../store/transfer/transfer.ts';
import { type Manifest, writeEntry } from './archive/archive.ts';
import type { Item } from './archive/items.ts';
import { newFile } from './archive/new-file.ts';
import { protectedOutput } from './archive/protected-file.ts';
import { summarizing } from './archive/summary.ts';
import { databaseItems, photoFileItems } from './contents.ts';
import { installedKeys, keyIdsOf, textOf } from './keys.ts';
import { placeOf } from './place.ts';
import { aboutFile } from './problems.ts';

export type BackupOptions = {
  folder: string;
  /** The folder of the key file; null: it is not written. */
  keyFolder: string | null;
  /** How many backups stay in the folder; null: all. */
  keep: number | null;
  signal: AbortSignal;
};

export type MadeBackup = {
  path: string;
  bytes: number;
  keyPath: string | null;
  manifest: Manifest;
  /** Photos that accounts have and that are not there. */
  missingPhotos: number;
  removed: number;
};

/** Backs up a store that a server may be using, and its keys apart. */
export async function makeBackup(config: Config, options: BackupOptions): Promise<MadeBackup> {
  const keys = await installedKeys(config);
  const name = nameAt(Date.now());
  const file = await newFile(options.folder, `${name}.backup`);
  let keyPath: string | null = null;
  try {
    const output = await protectedOutput(file, 'backup', config.backupPassphrase);
    const counting = summarizing();
    const put = async (items: AsyncIterable<Item>) => {
      for await (const item of counting.through(items)) {
        options.signal.throwIfAborted();
        await writeEntry(output, item);
      }
    };
    const { source, missing } = await openAfterPhotos(config, put);
    const createdAt = Date.now();
    await put(databaseItems(source)).finally(() => source[Symbol.asyncDispose]());
    const manifest: Manifest = {
      ...counting.summary(),
      createdAt,
      version: await ownVersion(),
      store: config.databaseUrl === null ? 'SQLite' : 'PostgreSQL',
      migrations: [...source.migrations],
      lastIds: { ...source.lastIds },
      keyIds: keyIdsOf(keys ?? []),
    };
    await writeEntry(output, { kind: 'manifest', manifest });
    await output.end();
    keyPath = await writeKeys(config, { keys, folder: options.keyFolder, name });
    await file.publish();
    const removed =
      options.keep === null ? 0 : await removeOlder({ ...options, keep: options.keep }, `${name}.backup`);
    return { path: file.path, bytes: file.bytes(), keyPath, manifest, missingPhotos: missing.size, removed };
  } catch (error) {
    await file.discard();
    if (keyPath !== null && !(await isFile(file.path))) await rm(keyPath, { force: true });
    throw error;
  }
}

/**
 * Photos that are files are copied before the moment of the backup, and those that were added until then after it. When
 * one of these was removed meanwhile, a later moment is taken.
 */
async function openAfterPhotos(config: Config, put: (items: AsyncIterable<Item>) => Promise<void>) {
  const { location, photoFolder } = placeOf(config);
  const copied = new Set<string>();
  let before: ReadonlySet<string> | null = null;
  for (;;) {
    const source: DatabaseSource & AsyncDisposable = await openSource(location);
    try {
      const missing = new Set<string>();
      const names = (await source.namesOfPhotoFiles()).filter((one) => !copied.has(one));
      await put(photoFileItems(photoFolder, names, missing));
      for (const one of names) if (!missing.has(one)) copied.add(one);
      const earlier = before;
      if (earlier !== null && [...missing].every((one) => earlier.has(one))) return { source, missing };
      before = missing;
    } catch (error) {
      await source[Symbol.asyncDispose]();
      throw error;
    }
    await source[Symbol.asyncDispose]();
  }
}

async function ownVersion(): Promise<string> {
  const about = await readFile(new URL('../../package.json', import.meta.url), 'utf8');
  return String((JSON.parse(about) as { version: unknown }).version);
}

/** Writes the key file before the backup is there, so that no backup is without it. */
async function writeKeys(
  { backupPassphrase }: Config,
  { keys, folder, name }: { keys: readonly string[] | null; folder: string | null; name: string },
): Promise<string | null> {
  if (folder === null) return null;
  if (keys === null)
    throw new StartError(
      'The secret key of this installation is missing. Start Tealight once, or add --without-keys',
    );
  const file = await newFile(folder, `${name}.keys`);
  try {
    const text = Buffer.from(textOf(keys));
    if (backupPassphrase === null) await file.write(text);
    else {
      const output = await protectedOutput(file, 'keys', backupPassphrase);
      await output.write(text);
      await output.end();
    }
    await file.publish();
    return file.path;
  } catch (error) {
    await file.discard();
    throw error;
  }
}

const nameAt = (at: number): string => `tealight-${new Date(at).toISOString().replaceAll(':', '-')}`;
const nameForm = /^tealight-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.\d{3}Z\.backup$/;

/**
 * Removes all but the newest backups, each with its key file. Those with a time to come were made while the clock was
 * ahead, and count as the oldest; `made`, the one just made, does not. Returns how many backups were removed.
 */
async function removeOlder(
  { folder, keyFolder, keep }: BackupOptions & { keep: number },
  made: string,
): Promise<number> {
  const newestFirst = (await readdir(folder))
    .filter((name) => nameForm.test(name))
    .toSorted()
    .toReversed();
  const until = nameAt(Date.now());
  const isAhead = (name: string) => name !== made && name > `${until}.backup`;
  const backups = [...newestFirst.filter((name) => !isAhead(name)), ...newestFirst.filter(isAhead)];
  const old = backups.slice(keep);
  for (const name of old) {
    // First the keys: when this fails, the next run still finds their backup.
    const keys = keyFolder === null ? [] : [join(keyFolder, name.replace(/backup$/, 'keys'))];
    for (const path of [...keys, join(folder, name)]) await aboutFile(path, () => rm(path, { force: true }));
  }
  return old.length;
}

const isFile = (path: string): Promise<boolean> =>
  stat(path).then(
    (found) => found.isFile(),
    () => false,
  );
