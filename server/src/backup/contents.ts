import { type FileHandle, open } from 'node:fs/promises';
import { join } from 'node:path';
import type { DatabaseSource } from '../store/transfer/contents.ts';
import { type Item, isPhotoName } from './archive/items.ts';
import { type Summary, summarizing } from './archive/summary.ts';
import { aboutFile } from './problems.ts';

/** Bytes of a photo that are read at a time. */
const READ_BYTES = 256 * 1024;

/** Everything in a database, photos last. */
export async function* databaseItems(source: DatabaseSource): AsyncGenerator<Item> {
  for (const table of source.tables) {
    yield { kind: 'table', name: table.name, columns: table.columns.map(({ name }) => name) };
    for await (const lines of source.rows(table)) yield { kind: 'rows', lines };
  }
  for await (const { name, createdAt, content } of source.photos()) {
    yield { kind: 'photo', name, createdAt };
    for await (const bytes of content) yield { kind: 'bytes', bytes };
  }
}

/** Photos that are files. The names of those that are not there are added to `missing`. */
export async function* photoFileItems(
  folder: string,
  names: Iterable<string>,
  missing: Set<string>,
): AsyncGenerator<Item> {
  for (const name of names) {
    const handle = isPhotoName(name) ? await openIfThere(join(folder, name)) : null;
    if (handle === null) {
      missing.add(name);
      continue;
    }
    try {
      const { mtimeMs } = await handle.stat();
      yield { kind: 'photo', name, createdAt: Math.floor(mtimeMs) };
      for (;;) {
        const { buffer, bytesRead } = await handle.read(Buffer.alloc(READ_BYTES), 0, READ_BYTES);
        if (bytesRead === 0) break;
        yield { kind: 'bytes', bytes: buffer.subarray(0, bytesRead) };
      }
    } finally {
      await handle.close();
    }
  }
}

async function openIfThere(path: string): Promise<FileHandle | null> {
  return aboutFile(path, () =>
    open(path, 'r').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return null;
      throw error;
    }),
  );
}

/** Counts a whole store: a database, and photos in a folder. */
export async function summaryOf(
  source: DatabaseSource,
  photoFolder: string,
  photoNames: Iterable<string>,
): Promise<Summary> {
  const counting = summarizing();
  const drain = async (items: AsyncIterable<Item>) => {
    for await (const _ of counting.through(items));
  };
  await drain(photoFileItems(photoFolder, photoNames, new Set()));
  await drain(databaseItems(source));
  return counting.summary();
}
