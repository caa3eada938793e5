import { connect, type Socket } from 'node:net';
import { updateProfile } from '@tealight/contract';
import { expect, onTestFinished, test, vi } from 'vitest';
import { wearerOf } from '../../simulators/fixtures/wearer.ts';
import { realProcess } from '../support/real-process.ts';

/** Of one account, see `server/src/http/upload-limit.ts`. */
const OF_ACCOUNT = 5;
const BOUNDARY = 'slow';
const photoHead =
  `--${BOUNDARY}\r\ncontent-disposition: form-data; name="photo"; filename="photo.png"\r\n` +
  'content-type: image/png\r\n\r\n';

/** Begins to send a photo, and holds its end back. */
function beginUpload(url: string, token: string): { socket: Socket; received: () => string } {
  const { port } = new URL(url);
  const socket = connect(Number(port), '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  let received = '';
  socket.on('error', () => {}).on('data', (bytes) => (received += String(bytes)));
  const head = `authorization: Bearer ${token}\r\ncontent-type: multipart/form-data; boundary=${BOUNDARY}`;
  socket.write(
    `POST ${updateProfile.path} HTTP/1.1\r\nhost: x\r\n${head}\r\ncontent-length: 9000000\r\n\r\n`,
  );
  socket.write(`${photoHead}${'x'.repeat(100_000)}`);
  return { socket, received: () => received };
}

async function upload(url: string, token: string): Promise<number> {
  const form = new FormData();
  for (const [name, value] of Object.entries({ firstName: 'Ada', lastName: 'Byron', location: 'GB' }))
    form.set(name, value);
  form.set('photo', new Blob(['no photo'], { type: 'image/png' }), 'photo.png');
  const headers = { authorization: `Bearer ${token}` };
  const answer = await fetch(url + updateProfile.path, { method: 'POST', headers, body: form });
  await answer.arrayBuffer();
  return answer.status;
}

test('[ACC-2] an account that begins many photos and ends none is refused more, nobody else is, and its places are free when it leaves', async () => {
  await using tealight = await realProcess();
  const [mallory, ada] = await Promise.all([wearerOf(tealight.url), wearerOf(tealight.url)]);
  const started = Array.from({ length: OF_ACCOUNT + 1 }, () => beginUpload(tealight.url, mallory.token));
  const rejected = await vi.waitFor(() => {
    const answered = started.filter(({ received }) => received() !== '');
    expect(answered).toHaveLength(1);
    return answered[0];
  });
  expect(rejected?.received()).toMatch(/^HTTP\/1\.1 429 [\s\S]*retry-after: 10\r\n[\s\S]*too-many-tries/i);
  expect(await upload(tealight.url, mallory.token)).toBe(429);
  expect(await upload(tealight.url, ada.token)).toBe(422);
  const begun = started.filter((one) => one !== rejected);
  for (const { socket, received } of begun) {
    expect(received()).toBe('');
    socket.destroy();
  }
  await vi.waitFor(async () => expect(await upload(tealight.url, mallory.token)).toBe(422));
});
