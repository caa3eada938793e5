import sharp from 'sharp';
import { describe, expect, test, vi } from 'vitest';
import { type Client, HEIGHT, login, openWorld, spots, WIDTH } from '../../test/remote-browser.ts';

vi.setConfig({ testTimeout: 60_000 });

/** The wearer's clicks from the loaded page to the sent form. */
async function solveAndSend(client: Client) {
  await client.hears('PageLoaded');
  await client.click(...spots.captcha);
  await client.hears('CaptchaSolved');
  await client.click(...spots.send);
}

async function picture(client: Client) {
  const jpeg = client.told.findLast(({ event }) => event === 'ScreenshotUpdate')?.args[0];
  return sharp(Buffer.from(String(jpeg), 'base64'));
}

test('[CON-7] [HUB-2] a wearer solves the captcha, and the code is worth a connection', async () => {
  await using world = await openWorld();
  await using client = await world.client();
  const { address, pending } = await world.begin(1);
  await client.start(address);
  const [id] = await client.hears('SessionStarted');
  await solveAndSend(client);
  const [code, from] = await client.hears('CaptchaCodeDetected');
  await client.hears('SessionStopped');
  expect(from).toBe(id);
  expect(client.names().filter((name) => name !== 'ScreenshotUpdate' && name !== 'PageLoaded')).toEqual([
    'SessionStarted',
    'CaptchaSolved',
    'CaptchaCodeDetected',
    'SessionStopped',
  ]);

  const visit = { fetch, now: Date.now, signal: AbortSignal.timeout(10_000) };
  const session = await world.source.connect({ ...pending, code: String(code) }, visit);
  expect(session).toMatchObject({ role: 'carepartner', username: login.username });
});

test('[HUB-2] the page is a picture of the asked size, and a click counts where it was on the canvas', async () => {
  await using world = await openWorld();
  await using client = await world.client();
  await client.start((await world.begin(1)).address);
  await client.hears('PageLoaded');
  const { width, height, format } = await (await picture(client)).metadata();
  expect([width, height, format]).toEqual([WIDTH, HEIGHT, 'jpeg']);
  const [x, y] = spots.captcha;
  await client.click(x / 3, y / 2, [WIDTH / 3, HEIGHT / 2]);
  await client.hears('CaptchaSolved');
});

describe('[CON-7] CareLink’s pages in all their moods', () => {
  test.each(['strict', 'slow', 'two-steps', 'trusting', 'consenting'])('%s', async (mood) => {
    await using world = await openWorld();
    await using client = await world.client();
    await world.feels(mood);
    await client.start((await world.begin(1)).address);
    await client.hears('PageLoaded');
    if (mood === 'two-steps') {
      const before = client.told.length;
      await client.hub.invoke('SendKey', 'Enter');
      await client.hears('PageLoaded', before);
      await client.click(390, 246);
      await client.hears('CaptchaSolved');
      await client.hub.invoke('SendKey', 'Tab');
      await client.hub.invoke('SendKey', 'Enter');
    } else if (mood === 'trusting') {
      await client.hub.invoke('SendKey', 'Enter');
    } else {
      await solveAndSend(client);
    }
    if (mood === 'consenting') {
      await client.hears('PageLoaded', client.told.length - 1);
      await client.click(540, 190);
    }
    await client.hears('CaptchaCodeDetected');
  });

  test('a refusal at the page of consent ends the session with its reason', async () => {
    await using world = await openWorld({ carelink: { mood: 'consenting' } });
    await using client = await world.client();
    await client.start((await world.begin(1)).address);
    await solveAndSend(client);
    await client.hears('PageLoaded', client.told.length - 1);
    await client.hub.invoke('SendKey', 'Tab');
    await client.hub.invoke('SendKey', 'Tab');
    await client.hub.invoke('SendKey', 'Enter');
    expect((await client.hears('SessionError'))[1]).toBe('refused');
    await client.hears('SessionStopped');
  });

  test('after a wrong password the wearer types the right one, with keys', async () => {
    await using world = await openWorld();
    await using client = await world.client();
    await client.start((await world.begin(1)).address, { ...login, password: 'wrong' });
    await solveAndSend(client);
    const before = client.told.length;
    await client.hears('PageLoaded', before);
    await client.click(...spots.password);
    for (const letter of login.password) await client.hub.invoke('SendText', letter);
    // The error stands between the password and the captcha.
    await client.click(390, 354);
    await client.hears('CaptchaSolved', before);
    await client.click(540, 432);
    await client.hears('CaptchaCodeDetected');
  });

  test('what was refused is not typed again', async () => {
    await using world = await openWorld();
    await using client = await world.client();
    await client.start((await world.begin(1)).address, { ...login, password: 'wrong' });
    await solveAndSend(client);
    await client.hears('PageLoaded', client.told.length);
    const field = { left: 365, top: 230, width: 300, height: 36 };
    await vi.waitFor(async () => expect(await isBlank(client, field)).toBe(true), 10_000);
  });

  test('a page that is not there is told', async () => {
    await using world = await openWorld();
    await using client = await world.client();
    const { pending } = await world.begin(1);
    await client.start(world.hand(1, 'http://127.0.0.1:9/authorize', pending));
    expect((await client.hears('SessionError'))[1]).toBe('unreachable');
  });
});

async function isBlank(client: Client, where: { left: number; top: number; width: number; height: number }) {
  const pixels = await (await picture(client)).extract(where).raw().toBuffer();
  return pixels.every((value) => value > 200);
}
