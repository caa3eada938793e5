import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MAX_PHOTO_BYTES } from '@tealight/contract';
import { expect, onTestFinished, test } from 'vitest';
import { keepPhoto } from './photos.ts';

test('[ACC-2] a photo that would more than double in size when encoded again is rejected, and no file is left', async () => {
  const photoFolder = await mkdtemp(join(tmpdir(), 'tealight-photos-'));
  onTestFinished(() => rm(photoFolder, { recursive: true }));
  const keep = (originalBytes: number) =>
    keepPhoto({ photoFolder, photoStore: null }, Buffer.alloc(1), 1, async () => ({
      format: 'png',
      original: Buffer.alloc(originalBytes),
      square: Buffer.alloc(9),
    }));
  await expect(keep(2 * MAX_PHOTO_BYTES + 1)).rejects.toMatchObject({ code: 'no-image' });
  expect(await readdir(photoFolder)).toEqual([]);
  const { original, square } = await keep(2 * MAX_PHOTO_BYTES);
  expect((await readdir(photoFolder)).sort()).toEqual([original, square].sort());
});
