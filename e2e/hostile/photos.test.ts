import { readFileSync } from 'node:fs';
import { updateProfile } from '@tealight/contract';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { accessToken, wearerOf } from '../../simulators/fixtures/wearer.ts';
import { type RealProcess, realProcess } from '../support/real-process.ts';

/** See `photo-bombs.ts`: 7990 × 7990 pixels in 1.5 kB. */
const bomb = async () => readFileSync(new URL('../support/hostile/bomb.avif', import.meta.url));
/** The largest size that is accepted as a photo. */
const large = () =>
  sharp({ create: { width: 4000, height: 4000, channels: 3, background: '#087f5b' } })
    .avif({ effort: 0 })
    .toBuffer();
const AT_ONCE = 5;
/** How much the server process may grow, in bytes; photos are decoded in another process. */
const MAX_GROWTH_BYTES = 100e6;
/** How much longer sign-ins may take than at a server on the same processors that gets no photos. Own choice. */
const MAX_SLOWDOWN = 3;

async function resident({ url }: RealProcess): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text();
  return Number(text.match(/^process_resident_memory_bytes (\S+)$/m)?.[1]);
}

async function upload({ url }: RealProcess, token: string, photo: Buffer<ArrayBuffer>): Promise<number> {
  const form = new FormData();
  for (const [name, value] of Object.entries({ firstName: 'Mallory', lastName: 'Moreno', location: 'US' }))
    form.set(name, value);
  form.set('photo', new Blob([photo], { type: 'image/avif' }), 'photo.avif');
  const headers = { authorization: `Bearer ${token}` };
  const answer = await fetch(url + updateProfile.path, { method: 'POST', headers, body: form });
  await answer.arrayBuffer();
  return answer.status;
}

test.each([
  ['are huge to decode', 422, bomb],
  ['take long to decode', 200, large],
])(
  '[ACC-2] photos that %s neither fill the memory of the server nor delay sign-ins',
  async (_, status, make) => {
    const photo = Buffer.from(await make());
    await using tealight = await realProcess();
    await using without = await realProcess();
    const [mallory, ada] = await Promise.all([wearerOf(tealight.url), wearerOf(tealight.url)]);
    const bob = await wearerOf(without.url);
    const signInMs = async ({ url }: RealProcess, wearer: typeof ada) => {
      const begun = performance.now();
      await accessToken(url, wearer);
      return performance.now() - begun;
    };
    const before = await resident(tealight);
    let uploading = true;
    const uploads = Promise.all(
      Array.from({ length: AT_ONCE }, () => upload(tealight, mallory.token, photo)),
    );
    void uploads.finally(() => (uploading = false));
    const took = { with: 0, without: 0 };
    const grown: number[] = [];
    do {
      took.with += await signInMs(tealight, ada);
      took.without += await signInMs(without, bob);
      grown.push((await resident(tealight)) - before);
    } while (uploading);
    expect(await uploads).toEqual(Array(AT_ONCE).fill(status));
    expect(took.with).toBeLessThan(MAX_SLOWDOWN * took.without);
    expect(Math.max(...grown)).toBeLessThan(MAX_GROWTH_BYTES);
  },
);
