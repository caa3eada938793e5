import sharp from 'sharp';
import { expect, test } from 'vitest';
import { decodePhoto } from './decode-photo.ts';
import { argonPasswords } from './passwords.ts';

const plain = (width: number, height = width) =>
  sharp({ create: { width, height, channels: 3, background: '#087f5b' } });

test('[ACC-2] a picture of a few kilobytes that would be a gigabyte is no image, and costs this process nothing', async () => {
  const bomb = await plain(7990).avif({ effort: 0, quality: 30 }).toBuffer();
  expect(bomb.length).toBeLessThan(4000);
  const before = process.memoryUsage.rss();
  await expect(decodePhoto(bomb)).rejects.toMatchObject({ word: 'no-image' });
  expect(process.memoryUsage.rss() - before).toBeLessThan(50e6);
}, 60_000);

test.each([
  ['progressive JPEG', 'jpeg', () => plain(4000).jpeg({ progressive: true })],
  ['AVIF', 'webp', () => plain(4000).avif({ effort: 0 })],
] as const)(
  '[ACC-2] a %s of 16 megapixels is a photo',
  async (_, format, make) => {
    const photo = await decodePhoto(await make().toBuffer());
    expect(photo.format).toBe(format);
    expect(await sharp(photo.original).metadata()).toMatchObject({ format, width: 4000, height: 4000 });
  },
  60_000,
);

test('[ACC-2] an animation is kept as its first picture', async () => {
  const frames = await Promise.all([plain(20).png().toBuffer(), plain(20).negate().png().toBuffer()]);
  const moving = await sharp(frames, { join: { animated: true } })
    .gif()
    .toBuffer();
  const { format, original } = await decodePhoto(moving);
  expect([format, (await sharp(original).metadata()).pages ?? 1]).toEqual(['gif', 1]);
});

test('passwords are hashed while a photo is decoded', async () => {
  const decoding = decodePhoto(await plain(4000).avif({ effort: 0 }).toBuffer());
  let decoded = false;
  void decoding.finally(() => {
    decoded = true;
  });
  await argonPasswords({ memory: 8, passes: 1, parallelism: 1 }).hash('Analytical1!');
  expect(decoded).toBe(false);
  await decoding;
}, 60_000);
