import { expect, test, vi } from 'vitest';
import { lampAt, openTestServer } from '../../test/device-server.ts';
import { eachEngine } from '../../test/engines.ts';

eachEngine((open) => {
  test.each([
    ['garbage', 'not json at all'],
    ['JSON without a code', { hello: 'there' }],
    ['a code that is not text', { code: 12 }],
  ])(
    'a first message of %s closes the connection with a reason that says what is expected',
    async (_name, first) => {
      await using testServer = await openTestServer(await open());
      expect(await lampAt(testServer, { first }).left).toMatchObject({
        code: 1002,
        reason: expect.stringMatching(/\{"code"/),
      });
    },
  );

  test('a huge message closes its connection and affects no other', async () => {
    await using testServer = await openTestServer(await open());
    await testServer.keep(100, 60_000);
    const good = lampAt(testServer, { query: { code: await testServer.code(), id: 'good' } });
    const huge = lampAt(testServer, { first: 'x'.repeat(100_000) });
    expect((await huge.left).code).toBe(1009);
    await testServer.keep(105);
    await vi.waitFor(() => expect(good.received.at(-1)?.value).toBe(105));
  });

  test('a lamp that sends many messages is disconnected, one that sends a few is not', async () => {
    await using testServer = await openTestServer(await open());
    const chatty = lampAt(testServer, { query: { code: await testServer.code(), id: 'chatty' } });
    await vi.waitFor(() => expect(chatty.received.length).toBe(1));
    chatty.socket.send('hello?');
    await testServer.keep(105);
    await vi.waitFor(() => expect(chatty.received.at(-1)?.value).toBe(105));
    for (let words = 0; words < 30; words += 1) chatty.socket.send(Buffer.alloc(10));
    expect(await chatty.left).toMatchObject({ code: 1008 });
  });

  test('another path is rejected', async () => {
    await using testServer = await openTestServer(await open());
    const anonymousClient = lampAt({ port: testServer.port }, {});
    anonymousClient.socket.terminate();
    const taken = testServer.devices.upgrade(
      { url: '/other', headers: {} } as never,
      null as never,
      Buffer.alloc(0),
    );
    expect(taken).toBe(false);
  });
});
