import { randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { Photo } from '../store/accounts.ts';
import { Refusal } from './refusal.ts';

const route = '/photos/:name';
/** Edge of the square photo, in pixels (requirement ACC-2). */
const SQUARE_PX = 256;
/** Larger pictures are bombs: small to send, huge to unpack. 64 megapixels is above today's phones. */
const MOST_PIXELS = 64_000_000;

/** What a photo may be, by its content, and how it is told to browsers. Nothing here can carry a script. */
const types: Readonly<Record<string, string>> = {
  jpeg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  gif: 'image/gif',
  avif: 'image/avif',
};
const nameForm = /^[0-9a-f]{32}\.(jpeg|png|webp|gif|avif)$/;

/**
 * Where a photo is shown. An image element cannot carry an access token, so the name is the key: 128 random
 * bits that only the owner is told.
 */
export const photoPath = (name: string): string => `/photos/${name}`;

const newName = (format: string) => `${randomBytes(16).toString('hex')}.${format}`;

/** Keeps the original and a square without metadata. Throws `no-image` for anything else than a photo. */
export async function keepPhoto(folder: string, upload: Buffer): Promise<Photo> {
  const { format, square } = await squareOf(upload);
  const photo = { original: newName(format), square: newName('webp') };
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await writeFile(join(folder, photo.original), upload, { mode: 0o600 });
  await writeFile(join(folder, photo.square), square, { mode: 0o600 });
  return photo;
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

async function squareOf(upload: Buffer): Promise<{ format: string; square: Buffer }> {
  const { default: sharp } = await import('sharp');
  sharp.cache(false);
  try {
    const image = sharp(upload, { limitInputPixels: MOST_PIXELS, failOn: 'error' });
    const { format, compression } = await image.metadata();
    const kind = format === 'heif' && compression === 'av1' ? 'avif' : format;
    if (kind === undefined || types[kind] === undefined) throw new Refusal('no-image');
    // Upright first: the square has no metadata that could say how to turn it.
    const square = await image.rotate().resize(SQUARE_PX, SQUARE_PX, { fit: 'cover' }).webp().toBuffer();
    return { format: kind, square };
  } catch (error) {
    throw error instanceof Refusal ? error : new Refusal('no-image');
  }
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
        'cache-control': 'private, max-age=31536000, immutable',
        'content-security-policy': "default-src 'none'; sandbox",
      })
      .send(createReadStream(file));
  });
}
