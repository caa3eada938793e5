import { createSocket } from 'node:dgram';
import { type LookupAddress, lookup as systemLookup } from 'node:dns';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openNameLookup } from './name-lookup.ts';

const QUERY_IS_A = 1;
const fourRecord = Buffer.from([0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 60, 0, 4, 203, 0, 113, 9]);
const sixRecord = Buffer.concat([
  Buffer.from([0xc0, 12, 0, 28, 0, 1, 0, 0, 0, 60, 0, 16]),
  Buffer.from('20010db8000000000000000000000009', 'hex'),
]);

/**
 * A name server that knows one address of names that begin with `known`, an IPv6 address of those that begin with `six`,
 * and no address of those that begin with `empty`; it answers no other question.
 */
async function nameServer(): Promise<{ address: string; questions: () => number }> {
  const socket = createSocket('udp4');
  let questions = 0;
  socket.on('message', (query, { port }) => {
    questions += 1;
    const nameEnd = query.indexOf(0, 12);
    const name = query.subarray(13, nameEnd).toString();
    if (!/^(known|six|empty)/.test(name)) return;
    const isA = query.readUInt16BE(nameEnd + 1) === QUERY_IS_A;
    const record =
      (name.startsWith('known') && isA && fourRecord) || (name.startsWith('six') && !isA && sixRecord);
    // RFC 1035, 4.1: an answer that points to the name of the question.
    const header = Buffer.from([0x81, 0x80, 0, 1, 0, record ? 1 : 0, 0, 0, 0, 0]);
    const question = query.subarray(12, nameEnd + 5);
    const answer = [query.subarray(0, 2), header, question, ...(record ? [record] : [])];
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

test('[SRC-5] a name may have an IPv6 address only; one without any is not found, and the system is not asked', async () => {
  const { address } = await nameServer();
  const lookup = openNameLookup({ servers: [address] });
  expect(await resolved(lookup, 'six.example.org')).toEqual([{ address: '2001:db8::9', family: 6 }]);
  await expect(resolved(lookup, 'empty.example.org')).rejects.toMatchObject({
    code: 'ENODATA',
    syscall: 'queryA',
  });
});

test.each(['known.lan', 'KNOWN.Local', 'known.home', 'known.home.arpa.', 'known'])(
  '[SRC-5] no name server is asked for %s, a name of the local network',
  async (name) => {
    const { address, questions } = await nameServer();
    await resolved(openNameLookup({ servers: [address] }), name).catch(() => {});
    expect(questions()).toBe(0);
  },
);

test.each(['known.lan.example.org', 'known.localized.org', 'known.xlan'])(
  '[SRC-5] a name server is asked for %s, also where there is no hosts file',
  async (name) => {
    const { address } = await nameServer();
    const lookup = openNameLookup({ servers: [address], hostsFile: '/nowhere/hosts' });
    expect(await resolved(lookup, name)).toEqual([{ address: '203.0.113.9', family: 4 }]);
  },
);

test('[SRC-5] names of the local network, and of the hosts file, are the system’s', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'tealight-hosts-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const hostsFile = join(folder, 'hosts');
  await writeFile(
    hostsFile,
    '# 192.0.2.1 known.no.example.org\n192.0.2.2 other known.example.org # at home\n',
  );
  const { address, questions } = await nameServer();
  const lookup = openNameLookup({ servers: [address], hostsFile });
  const [first] = await resolved(lookup, 'localhost');
  expect(['127.0.0.1', '::1']).toContain(first?.address);
  await resolved(lookup, 'known.example.org').catch(() => {});
  expect(questions()).toBe(0);
  // In a comment.
  expect(await resolved(lookup, 'known.no.example.org')).toHaveLength(1);
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
