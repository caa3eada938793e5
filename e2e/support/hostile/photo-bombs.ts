import { readFileSync } from 'node:fs';
import { updateProfile } from '@tealight/contract';
import type { Attack } from '../../attack/attackers.ts';

/** A 1.5 kB AVIF of 7990 × 7990 pixels of one color: decoded it takes 190 MB, and its decoder far more. */
const bomb = readFileSync(new URL('bomb.avif', import.meta.url));
const pause = (ms: number) => new Promise((resume) => setTimeout(resume, ms));

/** Photos that are small to send and huge to decode, and files that are not photos. */
export async function photoBombs({ target, anonymousClient, random, seen, stop }: Attack): Promise<void> {
  const contents = [
    bomb,
    Buffer.concat([bomb, Buffer.alloc(1000)]),
    Buffer.alloc(200_000, 'GIF89a'),
    Buffer.alloc(0),
  ];
  while (!stop.aborted) {
    const form = new FormData();
    for (const [name, value] of Object.entries({ firstName: 'Mallory', lastName: 'Moreno', location: 'US' }))
      form.set(name, value);
    form.set('photo', new Blob([random.oneOf(contents)], { type: 'image/avif' }), 'photo.avif');
    const headers = { authorization: `Bearer ${anonymousClient.token}` };
    const status = await fetch(target.url + updateProfile.path, { method: 'POST', headers, body: form }).then(
      (answer) => answer.arrayBuffer().then(() => answer.status),
      () => 0,
    );
    seen.statuses.set(status, (seen.statuses.get(status) ?? 0) + 1);
    if (status >= 500 && status !== 503) seen.faults.push(`${status} POST ${updateProfile.path}`);
    await pause(1000);
  }
}
