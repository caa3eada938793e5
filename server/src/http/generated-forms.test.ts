import { type CurrentUser, currentUser, updateProfile } from '@tealight/contract';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { apiOn, openInMemory } from '../../test/api.ts';
import { type FormField, formOf } from '../../test/http/form.ts';
import { noBudgets } from '../routes/budgets.ts';

const bytes = fc
  .uint8Array({ maxLength: 400 })
  .map((content): FormField => ({ file: Buffer.from(content), name: 'photo.png' }));
const field = fc.constantFrom(
  'firstName',
  'lastName',
  'location',
  'photo',
  'resetUserPhoto',
  '__proto__',
  'role',
  '',
);
const content = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 300 }),
  fc.constantFrom('Ada', 'GB', 'true', 'x'.repeat(10_000)),
  bytes,
);
const form = fc.dictionary(field, content, { maxKeys: 6 }).map(formOf);

test('[ACC-2] a form with any content, cut off anywhere, gets a valid answer', async () => {
  const api = await apiOn(await openInMemory(), { budgets: noBudgets });
  const token = await api.signedIn();
  const cut = fc.oneof({ weight: 2, arbitrary: fc.constant(1) }, fc.double({ min: 0, max: 1, noNaN: true }));
  const type = fc.constantFrom(
    null,
    'multipart/form-data',
    'multipart/form-data; boundary=',
    'multipart/form-data; boundary=other',
    'application/json',
  );
  await fc.assert(
    fc.asyncProperty(form, cut, fc.option(type, { freq: 4 }), async (sent, share, otherType) => {
      const answer = await api.inject({
        method: 'POST',
        url: updateProfile.path,
        headers: { authorization: `Bearer ${token}`, 'content-type': otherType ?? sent.type },
        payload: sent.payload.subarray(0, Math.floor(sent.payload.length * share)),
      });
      expect(answer.statusCode).toBeLessThan(500);
      expect(answer.body).not.toMatch(/node_modules|\bat .+:\d+:\d+|Busboy|multipart:/);
    }),
    { numRuns: 300 },
  );
  const { firstName } = (await api.send(currentUser, { token })).json<CurrentUser>();
  expect(firstName?.length).toBeGreaterThanOrEqual(2);
  expect(api.logged.filter((line) => line.includes('our-fault'))).toEqual([]);
});
