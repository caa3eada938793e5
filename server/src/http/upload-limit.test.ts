import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { updateProfile } from '@tealight/contract';
import { expect, onTestFinished, test } from 'vitest';
import { apiOn, openInMemory } from '../../test/api.ts';
import { formOf } from '../../test/http/form.ts';
import { noBudgets } from '../routes/budgets.ts';
import { uploadLimits } from './upload-limit.ts';

const names = { firstName: 'Ada', lastName: 'Lovelace', location: 'GB' };
/** The file is no photo: a form that has arrived is answered with 422. */
const { payload, type } = formOf({ photo: { file: Buffer.alloc(100_000) }, ...names });
const fileEnd = payload.indexOf('\r\n--', payload.indexOf('image/png'));

async function listening() {
  const api = await apiOn(await openInMemory(), { budgets: noBudgets });
  await api.app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = api.app.server.address() as AddressInfo;
  /** Sends so many bytes of a form, and no more. */
  const begin = (token: string, bytes: number): Socket => {
    const head = [
      `POST ${updateProfile.path} HTTP/1.1`,
      ...['Host: x', `Authorization: Bearer ${token}`, `Content-Type: ${type}`],
      ...[`Content-Length: ${payload.length}`, '', ''],
    ].join('\r\n');
    const socket = connect(port, '127.0.0.1', () => {
      socket.write(head);
      socket.write(payload.subarray(0, bytes));
    });
    onTestFinished(() => void socket.destroy());
    return socket.on('error', () => {});
  };
  const status = async (token: string) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': type };
    return (await api.inject({ method: 'POST', url: updateProfile.path, headers, payload })).statusCode;
  };
  return { api, begin, status };
}

/** Begins as many forms as the limit allows and one more, and waits until that one is rejected. */
async function fill(begin: (index: number) => Socket, limit: number): Promise<Socket[]> {
  const sockets = Array.from({ length: limit + 1 }, (_, index) => begin(index));
  const rejected = await Promise.race(
    sockets.map(async (socket) => {
      expect(String((await once(socket, 'data'))[0])).toMatch(/^HTTP\/1.1 429 [\s\S]+retry-after: 10\r/);
      return socket;
    }),
  );
  return sockets.filter((socket) => socket !== rejected);
}

test.each([
  ['in the middle of its file', fileEnd - 1],
  ['between its file and its other fields', fileEnd + 60],
  ['before its last byte', payload.length - 1],
])('[ACC-2] a form that stops %s counts until its client leaves', async (_, bytes) => {
  const { api, begin, status } = await listening();
  const [token, other] = [await api.signedIn(), await api.signedIn({ email: 'grace@example.org' })];
  const [first] = await fill(() => begin(token, bytes), uploadLimits.ofAccount);
  expect([await status(token), await status(other)]).toEqual([429, 422]);
  first?.destroy();
  await expect.poll(() => status(token)).toBe(422);
});

test('[ACC-2] a form no longer counts when it has been answered', async () => {
  const { api, begin, status } = await listening();
  const token = await api.signedIn();
  const [first] = await fill(() => begin(token, payload.length - 4), uploadLimits.ofAccount);
  expect(await status(token)).toBe(429);
  first?.write(payload.subarray(-4));
  expect(String(await once(first as Socket, 'data'))).toMatch(/^HTTP\/1.1 422 /);
  await expect.poll(() => status(token)).toBe(422);
});

test('[ACC-2] forms of several accounts count together', async () => {
  const { api, begin, status } = await listening();
  const accounts = Array.from({ length: uploadLimits.all }, (_, index) => `ada${index}@example.org`);
  const tokens = await Promise.all(accounts.map((email) => api.signedIn({ email })));
  const last = await api.signedIn();
  const sockets = await fill((index) => begin(tokens[index] ?? last, fileEnd), uploadLimits.all);
  expect(await status(last)).toBe(429);
  for (const socket of sockets) socket.destroy();
  await expect.poll(() => status(last)).toBe(422);
});

test('[ACC-2] clients that leave at any byte of a form do not keep their account from the next one', async () => {
  const { api, begin, status } = await listening();
  const token = await api.signedIn();
  for (let bytes = 0; bytes < payload.length; bytes += Math.ceil(payload.length / 30)) {
    const socket = begin(token, bytes);
    await once(socket, 'connect');
    await new Promise(setImmediate);
    socket.destroy();
  }
  const most = Array.from({ length: uploadLimits.ofAccount }, () => token);
  await expect.poll(() => Promise.all(most.map(status))).toEqual(most.map(() => 422));
});
