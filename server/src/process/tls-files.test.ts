import { once } from 'node:events';
import { copyFile, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { connect, createServer } from 'node:tls';
import { expect, onTestFinished, test, vi } from 'vitest';
import { certificates } from '../../test/http/certificates.ts';
import type { Log } from '../shared/log.ts';
import { followTlsFiles, readTlsFiles } from './tls-files.ts';

const LOOK_EVERY_MS = 20;

/** The name in the certificate that a new connection is shown. */
async function shown(port: number): Promise<unknown> {
  const socket = connect({ port, host: '127.0.0.1', rejectUnauthorized: false });
  await once(socket, 'secureConnect');
  const { subject } = socket.getPeerCertificate();
  socket.destroy();
  return subject.CN;
}

test('[DEV-2] a renewed certificate is used without a restart, and invalid files are logged once', async () => {
  const filesOf = await certificates('first', 'second');
  const files = filesOf('used');
  const place = async (name: string) => {
    const { cert, key } = filesOf(name);
    await copyFile(cert, files.cert);
    await copyFile(key, files.key);
  };
  await place('first');
  const server = createServer(await readTlsFiles(files, 'mqtt')).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  server.on('tlsClientError', () => {});
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const events: string[] = [];
  const note = ({ event }: { event: string }) => events.push(event);
  const log = { info: note, error: note } as unknown as Log;
  using _ = followTlsFiles(server, files, { use: 'mqtt', log, everyMs: LOOK_EVERY_MS });
  expect(await shown(port)).toBe('first');

  await writeFile(files.cert, 'half a file');
  await vi.waitFor(() => expect(events).toEqual(['mqtt-certificate-unusable']));
  await new Promise((resume) => setTimeout(resume, 5 * LOOK_EVERY_MS));
  expect([await shown(port), events]).toEqual(['first', ['mqtt-certificate-unusable']]);

  await place('second');
  await vi.waitFor(async () => expect(await shown(port)).toBe('second'));
  expect(events).toEqual(['mqtt-certificate-unusable', 'recovered']);
});
