import { buffer } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { eachEngine } from '../../../test/engines.ts';
import { newWearer } from '../../../test/wearers.ts';

eachEngine((open) => {
  test('[ACC-2] a photo is read in chunks and equals the stored one', async () => {
    const { photos } = await open();
    const content = Buffer.from(Array.from({ length: 1000 }, (_, index) => index % 256));
    await photos.put('a.webp', content, 1);
    expect(await photos.sizeOf('a.webp')).toBe(1000);
    for (const bytes of [1, 250, 333, 1000, 5000]) {
      expect(await buffer(photos.read('a.webp', bytes))).toEqual(content);
    }
    await photos.remove(['a.webp', 'b.webp']);
    expect([await photos.sizeOf('a.webp'), await buffer(photos.read('a.webp'))]).toEqual([
      null,
      Buffer.alloc(0),
    ]);
  });

  test('photos that no account has are removed once they are old', async () => {
    const store = await open();
    const wearer = await store.wearers.byId(await newWearer(store));
    for (const [name, at] of [
      ['original', 1],
      ['square', 1],
      ['unowned', 1],
      ['new', 2],
    ] as const) {
      await store.photos.put(name, Buffer.from(name), at);
    }
    await store.accounts.savePhoto(wearer?.accountId ?? 0, { original: 'original', square: 'square' });
    await store.photos.removeUnowned(2);
    const left = ['original', 'square', 'unowned', 'new'].map((name) => store.photos.sizeOf(name));
    expect((await Promise.all(left)).map((size) => size !== null)).toEqual([true, true, false, true]);
  });
});
