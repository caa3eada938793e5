import { mkdir, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { StartError } from '../shared/start-error.ts';
import type { DatabaseTarget } from '../store/transfer/contents.ts';
import { type Item, isPhotoName } from './archive/items.ts';
import { differences, type Summary, summarizing } from './archive/summary.ts';
import { summaryOf } from './contents.ts';
import { aboutFile, UnusableBackup } from './problems.ts';

/** A larger photo is not one of Tealight. The server stores at most 20 MB. */
const MAX_PHOTO_BYTES = 64 * 1024 * 1024;

/** Where photos are stored. */
export type PhotoPlace = {
  /** `createdAt`: epoch ms. */
  put(name: string, createdAt: number, content: Buffer): Promise<void>;
  /** Those that became files, with their folder. */
  files: { folder: string; names: string[] };
};

/** Stores photos as files in a folder, each on the disk before the next. */
export function photosAsFiles(folder: string): PhotoPlace {
  const names: string[] = [];
  return {
    files: { folder, names },
    async put(name, createdAt, content) {
      const path = join(folder, name);
      await aboutFile(path, async () => {
        await mkdir(folder, { recursive: true, mode: 0o700 });
        await writeFile(path, content, { mode: 0o600, flush: true });
        // In the middle of the millisecond: Node before 24.18 may store a time that is a microsecond earlier.
        const seconds = (createdAt + 0.5) / 1000;
        await utimes(path, seconds, seconds);
      });
      names.push(name);
    },
  };
}

/** Whether the tables of these migrations have a place for photos; in an older store photos are always files. */
export const hasPhotoTable = (migrations: readonly string[]): boolean => migrations.includes('014-photos');

/** Stores photos in the database, as servers do that share it. */
export const photosInDatabase = (target: DatabaseTarget): PhotoPlace => ({
  files: { folder: '', names: [] },
  put: target.addPhoto,
});

/** A store to copy: how its tables are made, its rows and photos, and the ids it has given. */
export type Store = {
  migrations: readonly string[];
  lastIds: Readonly<Record<string, number>>;
  items: AsyncIterable<Item>;
};

/**
 * Fills an empty database with a store, then reads all of it again. Throws when a single row, photo or id differs from
 * what was put in. `signal` ends it early.
 */
export async function fillAndVerify(
  { migrations, lastIds, items }: Store,
  target: DatabaseTarget,
  { photos, signal }: { photos: PhotoPlace; signal: AbortSignal },
): Promise<Summary> {
  await target.createTables(migrations);
  const counting = summarizing();
  await fill(counting.through(items), target, { photos, signal });
  await target.setLastIds(lastIds);
  const given = counting.summary();
  const different = await target.read(async (source) => [
    ...differences(given, await summaryOf(source, photos.files.folder, photos.files.names)),
    ...(sortedText(source.lastIds) === sortedText(lastIds) ? [] : ['the last ids']),
  ]);
  signal.throwIfAborted();
  if (different.length > 0)
    throw new StartError(
      `The copy differs from what was copied (${different.join(', ')}), so it was discarded. Run it again`,
    );
  return given;
}

const sortedText = (ids: Readonly<Record<string, number>>) => JSON.stringify(Object.entries(ids).sort());

async function fill(
  items: AsyncIterable<Item>,
  target: DatabaseTarget,
  { photos, signal }: { photos: PhotoPlace; signal: AbortSignal },
): Promise<void> {
  let table: { name: string; columns: readonly string[] } | null = null;
  let photo: { name: string; createdAt: number; pieces: Uint8Array[]; bytes: number } | null = null;
  const endPhoto = async () => {
    if (photo !== null) await photos.put(photo.name, photo.createdAt, Buffer.concat(photo.pieces));
    photo = null;
  };
  for await (const item of items) {
    signal.throwIfAborted();
    if (item.kind !== 'bytes') await endPhoto();
    switch (item.kind) {
      case 'table':
        table = item;
        break;
      case 'rows':
        if (table !== null) await target.add(table.name, table.columns, item.lines);
        break;
      case 'photo':
        if (!isPhotoName(item.name))
          throw new UnusableBackup('A photo of the backup has no name of Tealight. Use another backup');
        photo = { name: item.name, createdAt: item.createdAt, pieces: [], bytes: 0 };
        break;
      case 'bytes':
        if (photo === null) break;
        photo.pieces.push(item.bytes);
        photo.bytes += item.bytes.length;
        if (photo.bytes > MAX_PHOTO_BYTES)
          throw new UnusableBackup(`The photo ${photo.name} of the backup is too large. Use another backup`);
    }
  }
  await endPhoto();
}
