import { createReadStream } from 'node:fs';
import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { PhotoStore } from '../../store/accounts/photos.ts';

/** Where photos are stored: in the database if several nodes share it, else as files. */
export type PhotoPlace = {
  photoFolder: string;
  /** Null: only in the folder. */
  photoStore: PhotoStore | null;
};

const AT_ONCE = 200;

/** Stores a file of a photo. A name is used once. */
export async function putPhoto(
  { photoFolder, photoStore }: PhotoPlace,
  file: { name: string; content: Buffer },
  now: number,
): Promise<void> {
  if (photoStore !== null) return photoStore.put(file.name, file.content, now);
  await mkdir(photoFolder, { recursive: true, mode: 0o700 });
  await writeFile(join(photoFolder, file.name), file.content, { mode: 0o600 });
}

/** A photo as a stream, with its length in bytes; null if there is none. A file that is not imported yet is read from the folder. */
export async function openPhoto(
  { photoFolder, photoStore }: PhotoPlace,
  name: string,
): Promise<{ size: number; content: Readable } | null> {
  const stored = (await photoStore?.sizeOf(name)) ?? null;
  if (photoStore !== null && stored !== null) {
    return { size: stored, content: Readable.from(photoStore.read(name), { objectMode: false }) };
  }
  const file = join(photoFolder, name);
  const found = await stat(file).catch(() => null);
  return found === null ? null : { size: found.size, content: createReadStream(file) };
}

export async function removePhotos(
  { photoFolder, photoStore }: PhotoPlace,
  names: readonly string[],
): Promise<void> {
  await photoStore?.remove(names);
  await Promise.all(names.map((name) => rm(join(photoFolder, name), { force: true })));
}

export type Ownership = {
  /** Those of the names that an account has. */
  owned: (names: readonly string[]) => Promise<ReadonlySet<string>>;
  /** Epoch ms. */
  now: number;
};

/**
 * Moves this node's files that accounts have into the database, where it is shared: they were stored before photos were
 * shared. May be repeated; a file that fails is moved the next time.
 */
export async function importPhotos(place: PhotoPlace, { owned, now }: Ownership): Promise<void> {
  if (place.photoStore === null) return;
  for await (const { names, known } of namesIn(place.photoFolder, owned)) {
    for (const name of names.filter((one) => known.has(one))) {
      const file = join(place.photoFolder, name);
      await place.photoStore.put(name, await readFile(file), now);
      await rm(file, { force: true });
    }
  }
}

/** Removes files that no account has and that are older than `before` (epoch ms): incomplete uploads. */
export async function removeUnownedPhotos(
  { photoFolder, photoStore }: PhotoPlace,
  before: number,
  owned: Ownership['owned'],
): Promise<void> {
  await photoStore?.removeUnowned(before);
  for await (const { names, known } of namesIn(photoFolder, owned)) {
    for (const name of names.filter((one) => !known.has(one))) {
      const file = join(photoFolder, name);
      const changedAt = await stat(file).then(
        ({ mtimeMs }) => mtimeMs,
        () => Number.POSITIVE_INFINITY,
      );
      if (changedAt < before) await rm(file, { force: true, recursive: true });
    }
  }
}

/** The names in a folder, in batches, and which of them accounts have. */
async function* namesIn(folder: string, owned: Ownership['owned']) {
  const all = await readdir(folder).catch(() => []);
  for (let start = 0; start < all.length; start += AT_ONCE) {
    const names = all.slice(start, start + AT_ONCE);
    yield { names, known: await owned(names) };
  }
}
