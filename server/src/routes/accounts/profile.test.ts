import { readdir, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type CurrentUser, currentUser, updateProfile } from '@tealight/contract';
import sharp from 'sharp';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { ada, apiOn, type TestApi } from '../../../test/api.ts';
import { eachEngine } from '../../../test/engines.ts';
import { type FormField, formOf } from '../../../test/http/form.ts';
import { HOUR } from '../../shared/time-units.ts';
import { openCleanup } from '../cleanup.ts';

const names = { firstName: 'Augusta', lastName: 'King', location: 'FR' };
function sendForm(api: TestApi, token: string, fields: Record<string, FormField>, cut = 0) {
  const { payload, type } = formOf(fields);
  return api.inject({
    method: 'POST',
    url: updateProfile.path,
    headers: { authorization: `Bearer ${token}`, 'content-type': type },
    payload: payload.subarray(0, payload.length - cut),
  });
}

const user = async (api: TestApi, token: string) =>
  (await api.send(currentUser, { token })).json<CurrentUser>();

/** A wide photo with a location in its metadata. */
const photo = () =>
  sharp({ create: { width: 640, height: 480, channels: 3, background: '#087f5b' } })
    .withExif({ IFD0: { Copyright: 'Ada' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 0/1' } })
    .jpeg()
    .toBuffer();

describe('the profile', () => {
  eachEngine((open) => {
    test('[ACC-1] [ACC-2] names and country are changed by a form, and trimmed', async () => {
      const api = await apiOn(await open());
      const token = await api.signedIn();
      const answer = await sendForm(api, token, { ...names, firstName: '  Augusta ' });
      expect(answer.json()).toEqual({ isSuccess: true });
      expect(await user(api, token)).toMatchObject({ ...names, originalPhoto: null, resizedPhoto: null });
    });

    test('[ACC-2] a photo and a 256 px square of it are stored without metadata, and shown by their names without a token', async () => {
      const api = await apiOn(await open());
      const token = await api.signedIn();
      const file = Buffer.concat([await photo(), Buffer.from('appended')]);
      expect((await sendForm(api, token, { ...names, photo: { file } })).statusCode).toBe(200);
      const { originalPhoto, resizedPhoto } = await user(api, token);
      const [original, square] = await Promise.all(
        [originalPhoto, resizedPhoto].map((url) => api.inject({ url: url ?? '' })),
      );
      const kept = await sharp(original?.rawPayload).metadata();
      expect([kept.format, kept.width, kept.height, kept.exif, kept.xmp, kept.icc]).toEqual([
        ...['jpeg', 640, 480],
        ...[undefined, undefined, undefined],
      ]);
      expect(original?.rawPayload.includes('appended')).toBe(false);
      expect(original?.headers['cache-control']).toBe('private, max-age=300');
      expect(square?.headers).toMatchObject({
        'content-type': 'image/webp',
        'x-content-type-options': 'nosniff',
      });
      const { width, height, exif } = await sharp(square?.rawPayload).metadata();
      expect([width, height, exif]).toEqual([256, 256, undefined]);
    });

    test('[ACC-2] a new photo replaces the old one, and removing it leaves no file', async () => {
      const api = await apiOn(await open());
      const token = await api.signedIn();
      await sendForm(api, token, { ...names, photo: { file: await photo() } });
      const { resizedPhoto: first } = await user(api, token);
      await sendForm(api, token, { ...names, photo: { file: await photo() } });
      expect((await api.inject({ url: first ?? '' })).statusCode).toBe(404);
      await sendForm(api, token, { ...names, resetUserPhoto: 'true' });
      expect(await user(api, token)).toMatchObject({ originalPhoto: null, resizedPhoto: null });
      expect(await readdir(api.dependencies.site.photoFolder)).toEqual([]);
    });

    test('[ACC-2] an account that is erased while its photo is uploaded leaves no file', async () => {
      const api = await apiOn(await open());
      const token = await api.signedIn();
      const { store } = api.dependencies;
      const account = await store.accounts.byEmail(ada.email);
      const { transaction } = store;
      // Erased when the photo has been read and stored, and is about to be named by the account.
      store.transaction = async (work) => {
        expect(await readdir(api.dependencies.site.photoFolder)).toHaveLength(2);
        await store.accounts.remove(account?.id ?? 0);
        return transaction(work);
      };
      const uploading = sendForm(api, token, { ...names, photo: { file: await photo() } });
      expect((await uploading).statusCode).toBe(401);
      expect(await readdir(api.dependencies.site.photoFolder)).toEqual([]);
    });

    test('[ACC-2] of two photos sent at once one is stored, and no file of the other', async () => {
      const api = await apiOn(await open());
      const token = await api.signedIn();
      const file = await photo();
      await Promise.all([1, 2].map(() => sendForm(api, token, { ...names, photo: { file } })));
      expect(await readdir(api.dependencies.site.photoFolder)).toHaveLength(2);
    });

    test('files in the photo folder that belong to no account are removed after an hour', async () => {
      const api = await apiOn(await open());
      const token = await api.signedIn();
      await sendForm(api, token, { ...names, photo: { file: await photo() } });
      const { photoFolder } = api.dependencies.site;
      const owned = await readdir(photoFolder);
      for (const name of ['old.webp', 'old.part', 'new.webp']) await writeFile(join(photoFolder, name), '');
      const long = new Date(Date.now() - 2 * HOUR);
      for (const name of [...owned, 'old.webp', 'old.part'])
        await utimes(join(photoFolder, name), long, long);
      const { store, log } = api.dependencies;
      vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
      onTestFinished(() => void vi.useRealTimers());
      using _ = openCleanup({ store, log, now: Date.now, photos: { photoFolder, photoStore: null } });
      vi.advanceTimersByTime(HOUR);
      vi.useRealTimers();
      await expect.poll(() => readdir(photoFolder)).toHaveLength(3);
      expect((await readdir(photoFolder)).sort()).toEqual([...owned, 'new.webp'].sort());
    });

    test.each([
      ['text', () => Buffer.from('just words, no picture')],
      [
        'a drawing that could carry a script',
        () =>
          Buffer.from(
            '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>1</script></svg>',
          ),
      ],
      ['half a photo', async () => (await photo()).subarray(0, 400)],
    ])('[ACC-2] %s is rejected as an image, whatever its name and type say', async (_, content) => {
      const api = await apiOn(await open());
      const token = await api.signedIn();
      const answer = await sendForm(api, token, { ...names, photo: { file: await content() } });
      expect(answer.json()).toMatchObject({ status: 422, type: 'urn:tealight:problem:no-image' });
      expect((await user(api, token)).firstName).toBe('Ada');
    });

    test('[ACC-2] a photo over 10 MB is rejected', async () => {
      const api = await apiOn(await open());
      const token = await api.signedIn();
      const answer = await sendForm(api, token, {
        ...names,
        photo: { file: Buffer.alloc(10 * 1024 * 1024 + 1) },
      });
      expect(answer.json()).toMatchObject({ status: 413 });
    });

    test.each([
      ['a truncated form', { ...names }, 30, 400],
      ['an unknown field', { ...names, role: 'admin' }, 0, 400],
      ['an unknown file', { ...names, virus: { file: Buffer.from('x') } }, 0, 400],
      ['a missing name', { firstName: 'Ada', location: 'GB' }, 0, 400],
      ['an unknown country', { ...names, location: 'ZZ' }, 0, 400],
      ['text instead of a photo', { ...names, photo: 'data:image/png;base64,AAAA' }, 0, 400],
      ['a field too long', { ...names, lastName: 'x'.repeat(70_000) }, 0, 400],
    ] as [string, Record<string, FormField>, number, number][])(
      '%s is rejected and nothing is saved',
      async (_, fields, cut, status) => {
        const api = await apiOn(await open());
        const token = await api.signedIn();
        expect((await sendForm(api, token, fields, cut)).statusCode).toBe(status);
        expect(await user(api, token)).toMatchObject({ firstName: 'Ada', location: 'GB' });
      },
    );

    test.each(['', 'null', 'undefined'])(
      '[ACC-2] a photo field with the text %j is not a photo',
      async (nothing) => {
        const api = await apiOn(await open());
        const token = await api.signedIn();
        expect((await sendForm(api, token, { ...names, photo: nothing })).statusCode).toBe(200);
      },
    );

    test.each(['/photos/..%2ftealight.db', '/photos/0000', `/photos/${'0'.repeat(32)}.webp`, '/photos/%00'])(
      'there is nothing at %s',
      async (url) => {
        expect((await (await apiOn(await open())).inject({ url })).statusCode).toBe(404);
      },
    );
  });
});
