import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PHOTO_MAX_BYTES } from '@tealight/contract';
import { expect, onTestFinished, test, vi } from 'vitest';
import { keepPhoto } from './photos.ts';

const decoded = vi.hoisted(() => ({ bytes: 0 }));
vi.mock('./decode-photo.ts', () => ({
  decodePhoto: async () => ({
    format: 'png',
    original: Buffer.alloc(decoded.bytes),
    square: Buffer.alloc(9),
  }),
}));

test('[ACC-2] a photo that would more than double in size when encoded again is rejected, and no file is left', async () => {
  const photoFolder = await mkdtemp(join(tmpdir(), 'tealight-photos-'));
  onTestFinished(() => rm(photoFolder, { recursive: true }));
  const keep = () => keepPhoto({ photoFolder, photoStore: null }, Buffer.alloc(1), 1);
  decoded.bytes = 2 * PHOTO_MAX_BYTES + 1;
  await expect(keep()).rejects.toMatchObject({ code: 'no-image' });
  expect(await readdir(photoFolder)).toEqual([]);
  decoded.bytes -= 1;
  const { original, square } = await keep();
  expect((await readdir(photoFolder)).sort()).toEqual([original, square].sort());
});
