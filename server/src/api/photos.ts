import { randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { Photo } from '../store/accounts.ts';
import { decodePhoto } from './decode-photo.ts';
import { Refusal } from './refusal.ts';

const route = '/photos/:name';
/**
 * How the kept files are declared to browsers. Nothing here can carry a script. Originals were kept as AVIF before
 * they were encoded anew.
 */
const types: Readonly<Record<string, string>> = {
  jpeg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  gif: 'image/gif',
  avif: 'image/avif',
};
/** A photo that was replaced or erased is soon gone from browsers too. */
const PHOTO_CACHE = 'private, max-age=300';
const SWEPT_AT_ONCE = 200;

const nameForm = /^[0-9a-f]{32}\.(jpeg|png|webp|gif|avif)$/;

/**
 * Where a photo is shown. An image element cannot carry an access token, so the name is the key: 128 random
 * bits that only the owner is told.
 */
export const photoPath = (name: string): string => `/photos/${name}`;

const newName = (format: string) => `${randomBytes(16).toString('hex')}.${format}`;

/** Stores the original and a square, both without metadata. Throws what `decodePhoto` throws. */
export async function keepPhoto(folder: string, upload: Buffer): Promise<Photo> {
  const { format, original, square } = await decodePhoto(upload);
  const photo = { original: newName(format), square: newName('webp') };
  await mkdir(folder, { recursive: true, mode: 0o700 });
  try {
    await writeFile(join(folder, photo.original), original, { mode: 0o600 });
    await writeFile(join(folder, photo.square), square, { mode: 0o600 });
  } catch (error) {
    await removePhoto(folder, photo);
    throw error;
  }
  return photo;
}

/** Removes files that no account names and that are older than `before` (epoch ms), a few at a time. */
export async function removeUnownedPhotos(
  folder: string,
  before: number,
  owned: (names: readonly string[]) => Promise<ReadonlySet<string>>,
): Promise<void> {
  const names = await readdir(folder).catch(() => []);
  for (let start = 0; start < names.length; start += SWEPT_AT_ONCE) {
    const some = names.slice(start, start + SWEPT_AT_ONCE);
    const known = await owned(some);
    for (const name of some.filter((name) => !known.has(name))) {
      const file = join(folder, name);
      const changedAt = await stat(file).then(
        ({ mtimeMs }) => mtimeMs,
        () => Number.POSITIVE_INFINITY,
      );
      if (changedAt < before) await rm(file, { force: true, recursive: true });
    }
  }
}

export async function removePhoto(folder: string, { original, square }: Photo): Promise<void> {
  await Promise.all([original, square].map((name) => rm(join(folder, name), { force: true })));
}

/** The kept files, for the owner's export; a file that is gone is left out. */
export async function readPhotos(
  folder: string,
  photo: Photo | null,
): Promise<{ name: string; content: Buffer }[]> {
  const names = photo === null ? [] : [photo.original, photo.square];
  const read = await Promise.all(
    names.map(async (name) => ({ name, content: await readFile(join(folder, name)).catch(() => null) })),
  );
  return read.flatMap(({ name, content }) => (content === null ? [] : [{ name, content }]));
}

/** Serves photos to whoever knows their name. */
export function servePhotos(app: FastifyInstance, folder: string): void {
  app.get<{ Params: { name: string } }>(route, async (request, reply) => {
    const { name } = request.params;
    const file = join(folder, name);
    const size = nameForm.test(name)
      ? await stat(file).then(
          ({ size }) => size,
          () => null,
        )
      : null;
    if (size === null) throw new Refusal('not-found');
    return reply
      .type(types[extname(name).slice(1)] ?? 'application/octet-stream')
      .headers({
        'content-length': size,
        'cache-control': PHOTO_CACHE,
        'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
      })
      .send(createReadStream(file));
  });
}
