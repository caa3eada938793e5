import { expect, test, vi } from 'vitest';
import { eachEngine } from '../../test/engines.ts';
import { lampAt, openHouse } from '../../test/house.ts';

const soon = { timeout: 6000 };

eachEngine((open) => {
  test.each([
    ['garbage', 'not json at all'],
    ['json that is no introduction', { hello: 'there' }],
    ['a code that is no text', { code: 12 }],
  ])('a first message of %s closes the line, saying what is wanted', async (_name, first) => {
    await using house = await openHouse(await open());
    expect(await lampAt(house, { first }).left).toMatchObject({
      code: 1002,
      reason: expect.stringMatching(/\{"code"/),
    });
  });

  test('a huge message closes the line and nobody else notices', async () => {
    await using house = await openHouse(await open());
    await house.keep(100, 60_000);
    const good = lampAt(house, { query: { code: await house.code(), id: 'good' } });
    const huge = lampAt(house, { first: 'x'.repeat(100_000) });
    expect((await huge.left).code).toBe(1009);
    await house.keep(105);
    await vi.waitFor(() => expect(good.told.at(-1)?.value).toBe(105), soon);
  });

  test('a lamp that talks instead of listening is closed, one that says a word is not', async () => {
    await using house = await openHouse(await open());
    const chatty = lampAt(house, { query: { code: await house.code(), id: 'chatty' } });
    await vi.waitFor(() => expect(chatty.told.length).toBe(1), soon);
    chatty.socket.send('hello?');
    await house.keep(105);
    await vi.waitFor(() => expect(chatty.told.at(-1)?.value).toBe(105), soon);
    for (let words = 0; words < 30; words += 1) chatty.socket.send(Buffer.alloc(10));
    expect(await chatty.left).toMatchObject({ code: 1008 });
  });

  test('another path is not taken', async () => {
    await using house = await openHouse(await open());
    const stranger = lampAt({ port: house.port }, {});
    stranger.socket.terminate();
    const taken = house.devices.upgrade(
      { url: '/other', headers: {} } as never,
      null as never,
      Buffer.alloc(0),
    );
    expect(taken).toBe(false);
  });
});
