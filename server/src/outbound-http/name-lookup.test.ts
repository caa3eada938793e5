import { createSocket } from 'node:dgram';
import { type LookupAddress, lookup as systemLookup } from 'node:dns';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openNameLookup } from './name-lookup.ts';

const QUERY_IS_A = 1;

/** A name server that knows one IPv4 address of names that begin with `known`, and answers no other question. */
async function nameServer(): Promise<{ address: string; questions: () => number }> {
  const socket = createSocket('udp4');
  let questions = 0;
  socket.on('message', (query, { port }) => {
    questions += 1;
    const nameEnd = query.indexOf(0, 12);
    if (query.subarray(13, 18).toString() !== 'known') return;
    const isA = query.readUInt16BE(nameEnd + 1) === QUERY_IS_A;
    // RFC 1035, 4.1: an answer that points to the name of the question.
    const header = Buffer.from([query[0] ?? 0, query[1] ?? 0, 0x81, 0x80, 0, 1, 0, isA ? 1 : 0, 0, 0, 0, 0]);
    const record = Buffer.from([0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 60, 0, 4, 203, 0, 113, 9]);
    const answer = [header, query.subarray(12, nameEnd + 5), ...(isA ? [record] : [])];
    socket.send(Buffer.concat(answer), port, '127.0.0.1');
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  onTestFinished(() => void socket.close());
  return { address: `127.0.0.1:${socket.address().port}`, questions: () => questions };
}

const resolved = (lookup: ReturnType<typeof openNameLookup>, host: string): Promise<LookupAddress[]> =>
  new Promise((resolve, reject) =>
    lookup(host, { all: true }, (error, addresses) => (error ? reject(error) : resolve(addresses))),
  );

test('[SRC-5] names whose server does not answer take no thread: the system resolves others at once', async () => {
  const { address, questions } = await nameServer();
  const lookup = openNameLookup({ servers: [address] });
  const silent = Array.from({ length: 40 }, (_, index) => resolved(lookup, `silent-${index}.example.org`));
  await expect.poll(questions).toBeGreaterThanOrEqual(80);
  const system = new Promise((resolve) => systemLookup('localhost', (error) => resolve(error)));
  let waiting = silent.length;
  for (const one of silent) one.catch(() => {}).finally(() => (waiting -= 1));
  expect(await system).toBeNull();
  expect(waiting).toBe(40);
  expect(await resolved(lookup, 'known.example.org')).toEqual([{ address: '203.0.113.9', family: 4 }]);
  for (const one of silent) await expect(one).rejects.toMatchObject({ code: 'ETIMEOUT' });
});

test('[SRC-5] names of the local network, and of the hosts file, are the system’s', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'tealight-hosts-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const hostsFile = join(folder, 'hosts');
  await writeFile(hostsFile, '# 192.0.2.1 no.example.org\n192.0.2.2 other known.example.org # at home\n');
  const { address, questions } = await nameServer();
  const lookup = openNameLookup({ servers: [address], hostsFile });
  const [first] = await resolved(lookup, 'localhost');
  expect(['127.0.0.1', '::1']).toContain(first?.address);
  await resolved(lookup, 'known.example.org').catch(() => {});
  expect(questions()).toBe(0);
});

test('[SRC-5] where no name server can be asked, the system is', async () => {
  const { port, close } = await freeUdpPort();
  close();
  const lookup = openNameLookup({ servers: [`127.0.0.1:${port}`], hostsFile: '/dev/null' });
  await expect(resolved(lookup, 'tealight.invalid')).rejects.toMatchObject({
    code: expect.stringMatching(/^(ENOTFOUND|EAI_AGAIN)$/),
    syscall: 'getaddrinfo',
  });
});

async function freeUdpPort() {
  const socket = createSocket('udp4').bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return { port: socket.address().port, close: () => socket.close() };
}
