import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Config } from '../config/config.ts';
import { makePrivate } from '../process/data-folder.ts';
import { lockDataFolder } from '../store/sqlite/data-lock.ts';
import { fillDatabase } from '../store/transfer/transfer.ts';
import type { Manifest } from './archive/archive.ts';
import { differences } from './archive/summary.ts';
import { type BackupFile, type CheckedBackup, checkBackup, withItems } from './check-backup.ts';
import { fillAndVerify, hasPhotoTable, photosAsFiles, photosInDatabase, type Store } from './fill.ts';
import { keysToInstall, textOf } from './keys.ts';
import { placeOf } from './place.ts';
import { aboutFile, UnusableBackup } from './problems.ts';
import { openStaging } from './staging.ts';

export type RestoreOptions = {
  path: string;
  /** Null: the one beside the backup. */
  keyFile: string | null;
  withoutKeys: boolean;
  signal: AbortSignal;
};

/** `keys`: whether they were installed, were there before, or were left out. */
export type Restored = CheckedBackup & { keys: 'installed' | 'there' | 'left out' };

/**
 * Restores a backup into the configured store, which must be empty. Nothing of it can be used before all of it is
 * there and verified. Throws `StartError` and `UnusableBackup`.
 */
export async function restore(config: Config, options: RestoreOptions): Promise<Restored> {
  const file = { path: options.path, passphrase: config.backupPassphrase };
  const checked = await checkBackup(file);
  const { keyIds } = checked.manifest;
  const wanted = { backup: options.path, keyIds, keyFile: options.keyFile, withoutKeys: options.withoutKeys };
  const work = { ...options, file, manifest: checked.manifest };
  const keys = await (config.databaseUrl === null
    ? restoreEmbedded(config, work, () => keysToInstall(config, wanted))
    : restorePostgres(config, work, () => keysToInstall(config, wanted)));
  const installed = keys === null ? 'there' : 'installed';
  return { ...checked, keys: options.withoutKeys ? 'left out' : installed };
}

type Work = { file: BackupFile; manifest: Manifest; signal: AbortSignal };
type Keys = string[] | null;

async function restoreEmbedded(
  { dataDir }: Config,
  { file, manifest, signal }: Work,
  findKeys: () => Promise<Keys>,
): Promise<Keys> {
  await makePrivate(dataDir);
  const lock = await lockDataFolder(dataDir);
  try {
    const staging = await openStaging(dataDir, manifest);
    if (staging.isVerified) {
      await staging.publish();
      return null;
    }
    const keys = await findKeys();
    await restoreInto(staging.folder, { file, manifest, signal }, keys).catch(async (error: unknown) => {
      await staging.discard();
      throw error;
    });
    await staging.publish();
    return keys;
  } finally {
    lock[Symbol.dispose]();
  }
}

async function restoreInto(folder: string, { file, manifest, signal }: Work, keys: Keys): Promise<void> {
  await fillDatabase({ url: null, file: join(folder, 'tealight.db') }, (target) =>
    fillFrom(file, manifest, (store) =>
      fillAndVerify(store, target, { photos: photosAsFiles(join(folder, 'photos')), signal }),
    ),
  );
  if (keys !== null) await writeKeys(join(folder, 'secret.key'), keys);
}

async function restorePostgres(
  config: Config,
  { file, manifest, signal }: Work,
  findKeys: () => Promise<Keys>,
): Promise<Keys> {
  const keys = await findKeys();
  const { location, photoFolder } = placeOf(config);
  await fillDatabase(location, async (target) => {
    const photos = hasPhotoTable(manifest.migrations) ? photosInDatabase(target) : photosAsFiles(photoFolder);
    await fillFrom(file, manifest, (store) => fillAndVerify(store, target, { photos, signal }));
    // Before the database becomes visible: a server that finds it must find the keys.
    if (keys !== null) await writeKeys(config.secretKeysFile.path, keys);
  });
  return keys;
}

/** Reads the backup a second time, and compares it with what was checked the first time. */
function fillFrom(
  file: BackupFile,
  manifest: Manifest,
  work: (store: Store) => ReturnType<typeof fillAndVerify>,
): Promise<void> {
  return withItems(file, async (items) => {
    const found = await work({ ...manifest, items });
    if (differences(manifest, found).length > 0)
      throw new UnusableBackup(
        `${file.path} was changed while it was restored. Nothing was restored; run it again`,
      );
  });
}

async function writeKeys(path: string, keys: readonly string[]): Promise<void> {
  await aboutFile(path, async () => {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    await writeFile(path, textOf(keys), { mode: 0o600, flush: true });
  });
}
