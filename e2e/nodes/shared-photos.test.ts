import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { deleteAccount, updateProfile } from '@tealight/contract';
import sharp from 'sharp';
import { expect, test, vi } from 'vitest';
import { send, type Wearer } from '../../simulators/fixtures/wearer.ts';
import { postgresAnswers } from '../browser/support/database.ts';
import type { RealProcess } from '../support/real-process.ts';
import { twoNodes } from '../support/two-nodes.ts';

async function photo(): Promise<Blob> {
  const create = { width: 300, height: 200, channels: 3, background: 'teal' } as const;
  return new Blob([new Uint8Array(await sharp({ create }).jpeg().toBuffer())], { type: 'image/jpeg' });
}

async function upload({ url }: RealProcess, { token, firstName, lastName }: Wearer): Promise<void> {
  const form = new FormData();
  const fields = { firstName, lastName, location: 'US' };
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  form.set('photo', await photo(), 'me.jpg');
  const headers = { authorization: `Bearer ${token}` };
  const answer = await fetch(url + updateProfile.path, {
    method: updateProfile.method,
    headers,
    body: form,
  });
  expect(answer.status, await answer.text()).toBe(200);
}

async function paths({ url }: RealProcess, { token }: Wearer): Promise<string[]> {
  const headers = { authorization: `Bearer ${token}` };
  const answer = await fetch(`${url}/api/v1/UserProfile/current-user`, { headers });
  const { originalPhoto, resizedPhoto } = (await answer.json()) as Record<string, string>;
  // Browsers use the address of the other node.
  return [originalPhoto, resizedPhoto].map((given) => new URL(given ?? '', url).pathname);
}

const statuses = ({ url }: RealProcess, names: readonly string[]) =>
  Promise.all(names.map(async (name) => (await fetch(url + name)).status));

test.runIf(await postgresAnswers())(
  '[ACC-2] [OPS-2] a photo that one node received is shown by the other, also one stored as a file by an earlier version, and is erased with its account',
  async () => {
    await using nodes = await twoNodes();
    const { one, other, ada, ask } = nodes;
    await upload(one, ada);
    const photos = await paths(one, ada);
    expect(await statuses(other, photos)).toEqual([200, 200]);
    expect(await statuses(one, photos)).toEqual([200, 200]);

    // As an earlier version stored it: as a file of one node.
    const rows = (await ask('delete from photos returning *')) as { name: string; content: Buffer }[];
    const folder = join(one.dataDir, 'photos');
    await mkdir(folder, { recursive: true });
    for (const { name, content } of rows) await writeFile(join(folder, name), content);
    expect(await statuses(one, photos)).toEqual([200, 200]);
    expect(await statuses(other, photos)).toEqual([404, 404]);
    await one.stop();
    await one.restart();
    await vi.waitFor(async () => expect(await statuses(other, photos)).toEqual([200, 200]));
    await vi.waitFor(async () => expect(await readdir(folder)).toEqual([]));

    await send(other.url + deleteAccount.path, { password: ada.password }, ada.token);
    expect(await statuses(one, photos)).toEqual([404, 404]);
    expect(await ask('select name from photos')).toEqual([]);
  },
);
