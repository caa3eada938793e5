import { randomBytes } from 'node:crypto';
import { extname } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { MAX_PHOTO_BYTES } from '@tealight/contract';
import type { FastifyInstance } from 'fastify';
import { ProblemError } from '../../http/problem-error.ts';
import type { Photo } from '../../store/accounts/accounts.ts';
import { decodePhoto } from './decode-photo.ts';
import { openPhoto, type PhotoPlace, putPhoto, removePhotos } from './photo-storage.ts';

const route = '/photos/:name';
/**
 * The content types of stored files. None of them can contain a script. Originals were stored as AVIF before
 * they were encoded again.
 */
const types: Readonly<Record<string, string>> = {
  jpeg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  gif: 'image/gif',
  avif: 'image/avif',
};
/** Short, so that a replaced or erased photo soon disappears from browsers too. */
const PHOTO_CACHE = 'private, max-age=300';
/** An upload may become larger when it is encoded again; this limits what is stored for one account. Own choice. */
const MAX_KEPT_BYTES = 2 * MAX_PHOTO_BYTES;

const nameForm = /^[0-9a-f]{32}\.(jpeg|png|webp|gif|avif)$/;

/**
 * The URL of a photo. An image element cannot send an access token, so the name is the key: 128 random
 * bits that only the owner gets.
 */
export const photoPath = (name: string): string => `/photos/${name}`;

const newName = (format: string) => `${randomBytes(16).toString('hex')}.${format}`;

/** Stores the original and a square, both without metadata. Throws what `decode` throws. */
export async function keepPhoto(
  place: PhotoPlace,
  upload: Buffer,
  now: number,
  decode = decodePhoto,
): Promise<Photo> {
  const { format, original, square } = await decode(upload);
  if (original.length > MAX_KEPT_BYTES) throw new ProblemError('no-image');
  const photo = { original: newName(format), square: newName('webp') };
  try {
    await putPhoto(place, { name: photo.original, content: original }, now);
    await putPhoto(place, { name: photo.square, content: square }, now);
  } catch (error) {
    await removePhoto(place, photo);
    throw error;
  }
  return photo;
}

export const removePhoto = (place: PhotoPlace, { original, square }: Photo): Promise<void> =>
  removePhotos(place, [original, square]);

/** The stored files, for the owner's export; a missing file is omitted. */
export async function readPhotos(
  place: PhotoPlace,
  photo: Photo | null,
): Promise<{ name: string; content: Buffer }[]> {
  const names = photo === null ? [] : [photo.original, photo.square];
  const read = names.map(async (name) => {
    const opened = await openPhoto(place, name);
    const content = opened && (await buffer(opened.content).catch(() => null));
    return content === null ? [] : [{ name, content }];
  });
  return (await Promise.all(read)).flat();
}

/** Serves photos to anyone who knows their name. */
export function servePhotos(app: FastifyInstance, place: PhotoPlace): void {
  app.get<{ Params: { name: string } }>(route, async (request, reply) => {
    const { name } = request.params;
    const photo = nameForm.test(name) ? await openPhoto(place, name) : null;
    if (photo === null) throw new ProblemError('not-found');
    return reply
      .type(types[extname(name).slice(1)] ?? 'application/octet-stream')
      .headers({
        'content-length': photo.size,
        'cache-control': PHOTO_CACHE,
        'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
      })
      .send(photo.content);
  });
}
