import { once } from 'node:events';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { onFreePort } from './free-port.ts';

const HOST = '127.0.0.1';

async function startServer(port: number): Promise<Server> {
  const server = createServer();
  await once(server.listen(port, HOST), 'listening');
  onTestFinished(() => void server.close());
  return server;
}

const portOf = (server: Server) => (server.address() as AddressInfo).port;
const takenPort = async () => portOf(await startServer(0));
const listen = async (port: number) => portOf(await startServer(port));

/** A `listen` function: another program takes the first port that is found, just before. */
function listenTooLate() {
  const tried: number[] = [];
  return async (port: number) => {
    tried.push(port);
    if (tried.length === 1) await startServer(port);
    return { port: await listen(port), tried };
  };
}

test('[OPS-1] a taken default port is replaced by the next free one', async () => {
  const port = await takenPort();
  expect(await onFreePort(HOST, { port, portGiven: false }, listen)).toBeGreaterThan(port);
});

test('[OPS-1] a taken port that was configured is an error that names the variable', async () => {
  const port = await takenPort();
  await expect(onFreePort(HOST, { port, portGiven: true }, listen)).rejects.toThrow(/^PORT \d+ is taken/);
});

test('port 0 is any free one', async () => {
  expect(await onFreePort(HOST, { port: 0, portGiven: true }, listen)).toBeGreaterThan(0);
});

test('[OPS-3] an address that this machine does not have, or not yet, names HOST and may be waited for', async () => {
  await expect(onFreePort('192.0.2.1', { port: 0, portGiven: false }, listen)).rejects.toMatchObject({
    name: 'StartError',
    message: 'HOST is no address of this machine',
    isTemporary: true,
  });
});

test('[OPS-1] a default port that another program takes at the last moment is replaced by the next free one', async () => {
  const port = await takenPort();
  const { port: actualPort, tried } = await onFreePort(HOST, { port, portGiven: false }, listenTooLate());
  expect(tried).toHaveLength(2);
  expect(actualPort).toBe(tried[1]);
});

test('[OPS-1] the same with any free port, while a configured port is an error that names the variable', async () => {
  expect(await onFreePort(HOST, { port: 0, portGiven: true }, listenTooLate())).toMatchObject({
    tried: [expect.any(Number), expect.any(Number)],
  });
  const server = await startServer(0);
  const port = portOf(server);
  server.close();
  await once(server, 'close');
  await expect(onFreePort(HOST, { port, portGiven: true }, listenTooLate())).rejects.toThrow(
    /^PORT \d+ is taken/,
  );
});

test('any other error is not tried again', async () => {
  let tries = 0;
  const failing = async () => {
    tries += 1;
    throw new Error('no database');
  };
  await expect(onFreePort(HOST, { port: 0, portGiven: false }, failing)).rejects.toThrow('no database');
  expect(tries).toBe(1);
});
