import { type AddressInfo, connect } from 'node:net';
import Fastify, { type FastifyReply } from 'fastify';
import { expect, onTestFinished, test } from 'vitest';
import { type EventStream, openEventStream } from './event-stream.ts';

/** A server that answers with event streams, and a client that can stop reading. */
async function streaming(beforeOpening: () => Promise<void> = async () => {}) {
  const app = Fastify();
  const opened = Promise.withResolvers<{ stream: EventStream | null; reply: FastifyReply }>();
  app.get('/', async (_request, reply) => {
    await beforeOpening();
    opened.resolve({ stream: openEventStream(reply, ': here\n\n'), reply });
    return reply;
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  onTestFinished(() => app.close());
  const client = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
  onTestFinished(() => void client.destroy());
  let received = '';
  client
    .on('error', () => {})
    .on('data', (piece) => {
      received += String(piece);
    });
  client.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
  return { client, opened: opened.promise, received: () => received };
}

async function opened() {
  const { opened, ...rest } = await streaming();
  const { stream, reply } = await opened;
  if (stream === null) throw new Error('The client is there');
  return { stream, response: reply.raw, ...rest };
}

test('a client that does not read costs one event per key, and later reads the latest of each', async () => {
  const { stream, response, client, received } = await opened();
  await expect.poll(received).toContain(': here');
  client.pause();
  const padding = 'x'.repeat(10_000);
  for (let count = 0; count < 2000; count += 1) {
    stream.send('a', `data: a${count} ${padding}\n\n`);
    stream.send('b', `data: b${count} ${padding}\n\n`);
    if (count % 100 === 0) await new Promise(setImmediate);
  }
  // Twenty megabytes were sent; less than a tenth of a megabyte is buffered.
  expect(response.writableLength).toBeLessThan(100_000);
  client.resume();
  await expect.poll(received).toContain('data: a1999');
  expect(received()).toContain('data: b1999');
});

test('events after its end are not sent, and do not throw', async () => {
  const { stream, received } = await opened();
  stream.end('event: end\n\n');
  stream.send('a', 'data: late\n\n');
  stream.heartbeat();
  stream.end('event: again\n\n');
  await expect.poll(received).toMatch(/event: end\n\n\r\n0\r\n\r\n$/);
  expect(stream.open).toBe(false);
});

test('a client that reads nothing from one heartbeat to the next is disconnected', async () => {
  const { stream, client } = await opened();
  client.pause();
  const closed = new Promise<void>((resolve) => stream.onClose(resolve));
  for (let count = 0; count < 2000; count += 1)
    stream.send(`key ${count}`, `data: ${'x'.repeat(10_000)}\n\n`);
  stream.heartbeat();
  expect(stream.open).toBe(true);
  stream.heartbeat();
  await closed;
  expect(stream.open).toBe(false);
});

test('an ended stream whose client does not read is closed after two seconds', async () => {
  const { stream, client } = await opened();
  client.pause();
  const closed = new Promise<void>((resolve) => stream.onClose(resolve));
  for (let count = 0; count < 2000; count += 1)
    stream.send(`key ${count}`, `data: ${'x'.repeat(10_000)}\n\n`);
  stream.end();
  await closed;
});

test('there is no stream for a client that disconnects before it is opened', async () => {
  const left = Promise.withResolvers<void>();
  const here = Promise.withResolvers<void>();
  const { client, opened: opening } = await streaming(async () => {
    here.resolve();
    await left.promise;
  });
  await here.promise;
  client.destroy();
  setTimeout(left.resolve, 200);
  expect((await opening).stream).toBeNull();
});
