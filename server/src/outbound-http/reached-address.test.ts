import { createServer, type RequestListener } from 'node:http';
import net, { type AddressInfo } from 'node:net';
import { expect, onTestFinished, test, vi } from 'vitest';
import { type GuardOptions, guardedFetch } from './guarded-fetch.ts';
import { lazyGuardedFetch } from './lazy-guarded-fetch.ts';

async function listening(answer: RequestListener): Promise<string> {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Every name resolves to this public address. */
const publicName = ((_: string, __: object, done: (error: null, found: object[]) => void) =>
  done(null, [{ address: '93.184.216.34', family: 4 }])) as unknown as NonNullable<GuardOptions['lookup']>;

test('[SRC-5] a name with a public address whose connection goes to an internal one is rejected', async () => {
  const asked: unknown[] = [];
  const url = new URL(
    await listening(({ headers }, answer) => {
      asked.push(headers.host);
      answer.end();
    }),
  );
  const { connect } = net;
  const elsewhere = ({ lookup: _, ...options }: net.TcpNetConnectOpts) =>
    connect({ ...options, host: '127.0.0.1' });
  const spy = vi.spyOn(net, 'connect').mockImplementation(elsewhere as unknown as typeof connect);
  onTestFinished(() => spy.mockRestore());
  const fetch = guardedFetch({ privateAllowed: false, lookup: publicName });
  const call = fetch(`http://public.example:${url.port}/`);
  await expect(call).rejects.toMatchObject({ code: 'EBLOCKED' });
  expect([spy.mock.calls.length, asked]).toEqual([1, []]);
  expect(spy.mock.results[0]?.value).toMatchObject({ destroyed: true });
});

test('[SRC-5] a connection that is reset in the moment in which it is there is no address that is refused: it is tried again', async () => {
  const url = await listening((_, answer) => void answer.end());
  const { connect } = net;
  const reset = (options: net.TcpNetConnectOpts) => {
    const socket = connect(options);
    return socket.prependListener('connect', () => socket.destroy());
  };
  const spy = vi.spyOn(net, 'connect').mockImplementation(reset as unknown as typeof connect);
  onTestFinished(() => spy.mockRestore());
  await expect(guardedFetch({ privateAllowed: true })(url)).rejects.toMatchObject({
    cause: { code: 'ECONNRESET' },
  });
});

test.each([
  [5, 'arrives'],
  [6, 'redirected too often'],
])('[SRC-5] after %i redirects a call ends with: %s', async (redirects, outcome) => {
  const asked: string[] = [];
  const url = await listening(({ url: path = '' }, answer) => {
    asked.push(path);
    if (path === `/${redirects}`) return answer.end('arrives');
    answer.writeHead(302, { location: `/${asked.length}` }).end();
  });
  const call = guardedFetch({ privateAllowed: true })(`${url}/0`).then(
    (answer) => answer.text(),
    ({ message }: Error) => message,
  );
  expect(await call).toBe(outcome);
  expect(asked).toEqual(['/0', '/1', '/2', '/3', '/4', '/5']);
});

const athome = guardedFetch({ privateAllowed: true });

test('[SRC-5] an answer with a Location that is not a redirect, or a redirect without one, is returned as it is', async () => {
  const url = await listening(({ url: path }, answer) => {
    if (path === '/named') answer.writeHead(200, { location: '/elsewhere' }).end('named');
    else answer.writeHead(302).end(path);
  });
  expect(await (await athome(`${url}/named`)).text()).toBe('named');
  expect((await athome(`${url}/nowhere`)).status).toBe(302);
});

test.each([
  ['a call that wants none', { redirect: 'error' }],
  ['a call with a body', { method: 'POST', body: 'x' }],
  ['a DELETE', { method: 'DELETE' }],
] as const)('[SRC-5] no redirect is followed for %s', async (_, init) => {
  const asked: string[] = [];
  const url = await listening(({ url: path = '' }, answer) => {
    asked.push(path);
    answer.writeHead(307, { location: '/again' }).end();
  });
  await expect(athome(url, init)).rejects.toThrow('redirected');
  expect(asked).toEqual(['/']);
});

test('[SRC-5] a redirect keeps all headers within its host, and only safe ones elsewhere', async () => {
  const heard: (string | undefined)[] = [];
  const other = await listening(({ headers }, answer) => {
    heard.push(headers.accept, headers['api-secret'] as string | undefined);
    answer.end();
  });
  const url = await listening(({ url: path, headers }, answer) => {
    if (path === '/here') heard.push(headers['api-secret'] as string | undefined);
    answer.writeHead(302, { location: path === '/here' ? other : '/here' }).end();
  });
  await athome(url, { headers: { accept: 'application/json', 'api-secret': 'secret' } });
  await athome(url, { headers: { 'api-secret': 'secret' } });
  expect(heard).toEqual(['secret', 'application/json', undefined, 'secret', '*/*', undefined]);
});

test('a name that does not resolve is not reported as a blocked address', async () => {
  const lookup = ((_: string, __: object, done: (error: Error) => void) =>
    done(Object.assign(new Error('no such name'), { code: 'ENOTFOUND' }))) as unknown as NonNullable<
    GuardOptions['lookup']
  >;
  const call = guardedFetch({ privateAllowed: true, lookup })('http://nowhere.example/');
  await expect(call).rejects.toMatchObject({ cause: { code: 'ENOTFOUND' } });
});

test('[SRC-5] a guard that is loaded on first use is the same guard', async () => {
  const url = await listening((_, answer) => answer.end('hello'));
  expect(await (await lazyGuardedFetch({ privateAllowed: true })(url)).text()).toBe('hello');
  await expect(lazyGuardedFetch({ privateAllowed: false })(url)).rejects.toMatchObject({
    name: 'AddressBlocked',
    code: 'EBLOCKED',
    message: 'This address is blocked',
  });
});
