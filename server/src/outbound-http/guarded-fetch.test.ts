import { createServer, maxHeaderSize, type RequestListener } from 'node:http';
import { type AddressInfo, createServer as createTcpServer, Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { afterAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { mayConnect } from './allowed-addresses.ts';
import { type GuardOptions, guardedFetch } from './guarded-fetch.ts';

const closing: (() => void)[] = [];
afterAll(() => {
  for (const close of closing) close();
});

async function startServer(answer: RequestListener): Promise<string> {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closing.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const greeting: RequestListener = (_, answer) => answer.end('hello');
const resolvingTo = (...addresses: string[]) =>
  ((_: string, __: object, done: (error: null, found: object[]) => void) =>
    done(
      null,
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    )) as unknown as NonNullable<GuardOptions['lookup']>;

const publicFetch = guardedFetch({ privateAllowed: false });
const privateFetch = guardedFetch({ privateAllowed: true });
const blocked = { code: 'EBLOCKED' };

describe('[SRC-5] an address that a user has entered', () => {
  test.each([
    'http://127.0.0.1/',
    'http://localhost/',
    'http://nightscout/',
    'http://nightscout.lan./',
    'http://127.1/',
    'http://2130706433/',
    'http://0x7f.0.0.1/',
    'http://0177.0.0.1/',
    'http://0.0.0.0/',
    'http://10.0.0.1/',
    'http://172.16.0.1/',
    'http://192.168.0.1/',
    'http://100.64.0.1/',
    'http://169.254.169.254/latest/meta-data/',
    'http://[::1]/',
    'http://[::]/',
    'http://[::ffff:127.0.0.1]/',
    'http://[::ffff:7f00:1]/',
    'http://[::127.0.0.1]/',
    'http://[64:ff9b::7f00:1]/',
    'http://[2002:7f00:1::]/',
    'http://[fd00::1]/',
    'http://[fe80::1]/',
    'http://[ff02::1]/',
    'ftp://example.com/',
    'file:///etc/passwd',
    'http://example.com:22/',
    'http://example.com:6379/',
  ])('%s is blocked', async (url) => {
    await expect(publicFetch(url)).rejects.toMatchObject(blocked);
  });

  test.each([
    'http://169.254.169.254/',
    'http://0.0.0.0/',
    'http://[fd00:ec2::254]/',
    'http://[fe80::1]/',
    'http://224.0.0.1/',
  ])('%s is blocked even where private addresses are allowed', async (url) => {
    await expect(privateFetch(url)).rejects.toMatchObject(blocked);
  });

  test.each([
    ['8.8.8.8', true],
    ['2606:4700::1111', true],
    ['64:ff9b::808:808', true],
    ['64:ff9b:1::1', false],
    ['198.18.0.1', false],
    ['255.255.255.255', false],
    ['not an address', false],
  ])('the address %s is allowed: %s', (address, allowed) => {
    expect(mayConnect(address, false)).toBe(allowed);
  });

  test('a home address is allowed where private ones are', async () => {
    expect(await (await privateFetch(await startServer(greeting))).text()).toBe('hello');
  });

  test.each([[['127.0.0.1']], [['93.184.216.34', '127.0.0.1']], [['::ffff:10.0.0.1']], [[]]])(
    'a name that resolves to %j is blocked',
    async (addresses) => {
      const fetch = guardedFetch({ privateAllowed: false, lookup: resolvingTo(...addresses) });
      await expect(fetch('http://rebind.example/')).rejects.toMatchObject(blocked);
    },
  );

  test('one address may be allowed by its host and port, and no other port or name of it', async () => {
    const [named, other] = [await startServer(greeting), await startServer(greeting)];
    const fetchNamed = guardedFetch({ privateAllowed: false, alsoAllowed: new URL(named).host });
    expect(await (await fetchNamed(named)).text()).toBe('hello');
    await expect(fetchNamed(other)).rejects.toMatchObject(blocked);
    await expect(fetchNamed(named.replace('127.0.0.1', 'localhost'))).rejects.toMatchObject(blocked);
  });

  test('a name is resolved once, for the connection that is opened', async () => {
    const url = new URL(await startServer(greeting));
    const resolved: string[] = [];
    const lookup = ((host: string, options: { all: true }, done: never) => {
      resolved.push(host);
      resolvingTo('127.0.0.1')(host, options, done);
    }) as unknown as NonNullable<GuardOptions['lookup']>;
    const fetch = guardedFetch({ privateAllowed: true, lookup });
    expect(await (await fetch(`http://home.example:${url.port}/`)).text()).toBe('hello');
    expect(resolved).toEqual(['home.example']);
  });

  test('a redirect is checked like an address, and never sends the secret to another host', async () => {
    const received: (string | undefined)[] = [];
    const other = await startServer((request, answer) => {
      received.push(request.headers['api-secret'] as string | undefined);
      answer.end('there');
    });
    const redirectTo = (location: string) =>
      startServer((_, answer) => answer.writeHead(302, { location }).end());
    await expect(privateFetch(await redirectTo('http://169.254.169.254/'))).rejects.toMatchObject(blocked);
    await expect(privateFetch(await redirectTo('file:///etc/passwd'))).rejects.toMatchObject(blocked);
    const answer = await privateFetch(await redirectTo(other), { headers: { 'api-secret': 'secret' } });
    expect([await answer.text(), ...received]).toEqual(['there', undefined]);
  });

  test.each(['POST', 'PUT', 'DELETE'])('a redirected %s is not sent again', async (method) => {
    const requests: (string | undefined)[] = [];
    const url = await startServer((request, answer) => {
      requests.push(request.url);
      answer.writeHead(307, { location: '/elsewhere' }).end();
    });
    await expect(privateFetch(url, { method })).rejects.toThrow('redirected');
    expect(requests).toEqual(['/']);
  });

  test('the number of redirects is limited', async () => {
    const url = await startServer((_, answer) => answer.writeHead(302, { location: '/again' }).end());
    await expect(privateFetch(url)).rejects.toThrow('too often');
  });

  test('a caller can handle redirects itself', async () => {
    const url = await startServer((_, answer) =>
      answer.writeHead(307, { location: 'http://169.254.169.254/' }).end(),
    );
    expect((await privateFetch(url, { redirect: 'manual' })).status).toBe(307);
  });

  test('an answer that is too large when decompressed fails', async () => {
    const url = await startServer((_, answer) => {
      answer.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(Buffer.alloc(200_000)));
    });
    const small = guardedFetch({ privateAllowed: true, maxBytes: 100_000 });
    await expect((await small(url)).text()).rejects.toMatchObject({ code: 'ETOOLARGE' });
  });

  test('an answer that takes too long fails', async () => {
    const url = await startServer(() => {});
    const short = guardedFetch({ privateAllowed: true, timeoutMs: 20 });
    await expect(short(url)).rejects.toMatchObject({ name: 'TimeoutError' });
  });

  test('no timer stays after a success, an error or a canceled body', async () => {
    const timers = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;
    const url = await startServer((_, answer) => answer.end('x'.repeat(50_000)));
    const slowFetch = guardedFetch({ privateAllowed: true, timeoutMs: 3_600_000 });
    await (await slowFetch(url)).text();
    const before = timers();
    await (await slowFetch(url)).text();
    await (await slowFetch(url)).body?.cancel();
    await slowFetch('http://127.0.0.1:1/').catch(() => {});
    await slowFetch('http://127.0.0.1:22/').catch(() => {});
    expect(timers()).toBeLessThanOrEqual(before);
  });

  test('headers, method and body are sent unchanged', async () => {
    const url = await startServer((request, answer) => {
      request
        .setEncoding('utf8')
        .on('data', (body) => answer.end(`${request.method} ${request.headers.accept} ${body}`));
    });
    const answer = await privateFetch(url, {
      method: 'POST',
      headers: { accept: 'application/json' },
      body: 'text',
    });
    expect(await answer.text()).toBe('POST application/json text');
  });

  test('an error does not contain the address', async () => {
    const error = (await publicFetch('http://192.168.0.7/secret').catch(
      (thrown: unknown) => thrown,
    )) as Error;
    expect(`${error.message}${error.stack}`).not.toContain('192.168.0.7');
  });
});

test('[SRC-5] of endless header lines no more than a part is read once there are too many, so that they do not block the process', async () => {
  const line = 'a:\r\n';
  const flood = `HTTP/1.1 200 OK\r\n${line.repeat(60_000)}`;
  const site = createTcpServer((socket) =>
    socket.on('error', () => {}).once('data', () => socket.end(flood)),
  );
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
  closing.push(() => site.close());
  const { port } = site.address() as AddressInfo;
  const { read } = Socket.prototype;
  let handedOver = 0;
  onTestFinished(() => void vi.restoreAllMocks());
  vi.spyOn(Socket.prototype, 'read').mockImplementation(function (this: Socket, size) {
    const chunk: Buffer | null = read.call(this, size);
    if (this.remotePort === port) handedOver += chunk?.length ?? 0;
    return chunk;
  });
  await expect(privateFetch(`http://127.0.0.1:${port}/`)).rejects.toMatchObject({
    cause: { code: 'UND_ERR_HEADERS_OVERFLOW' },
  });
  await pause(5);
  // Of each line only the name counts. For every line beyond the limit an error with a stack is created.
  const tooMany = maxHeaderSize * line.length;
  expect(handedOver).toBeGreaterThanOrEqual(tooMany);
  expect(handedOver).toBeLessThanOrEqual(tooMany + 2 * 4096);
});
