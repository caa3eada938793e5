import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { type Client, HEIGHT, login, openWorld, positions, WIDTH } from '../../test/remote-browser.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

/** One for all tests, since its Chromium takes seconds to start; each test has a wearer of its own. */
let world: Awaited<ReturnType<typeof openWorld>>;
let wearerId = 0;
beforeAll(async () => {
  world = await openWorld();
});
beforeEach(async () => {
  wearerId += 1;
  await world.setScenario('well');
});
afterAll(() => world[Symbol.asyncDispose]());

const openClient = () => world.client(`wearer-${wearerId}`);

/** Solves the captcha of the loaded page and submits the form. */
async function solveAndSend(client: Client) {
  await client.waitFor('PageLoaded');
  await client.click(...positions.captcha);
  await client.waitFor('CaptchaSolved');
  await client.click(...positions.send);
}

async function screenshot(client: Client) {
  const jpeg = client.received.findLast(({ event }) => event === 'ScreenshotUpdate')?.args[0];
  return sharp(Buffer.from(String(jpeg), 'base64'));
}

test('[CON-7] [HUB-2] a wearer solves the captcha, and the code opens a session', async () => {
  await using client = await openClient();
  const { address, pending } = await world.begin(wearerId);
  await client.start(address);
  const [id] = await client.waitFor('SessionStarted');
  await solveAndSend(client);
  const [code, from] = await client.waitFor('CaptchaCodeDetected');
  await client.waitFor('SessionStopped');
  expect(from).toBe(id);
  expect(client.names().filter((name) => name !== 'ScreenshotUpdate' && name !== 'PageLoaded')).toEqual([
    'SessionStarted',
    'CaptchaSolved',
    'CaptchaCodeDetected',
    'SessionStopped',
  ]);

  const options = { fetch, now: Date.now, signal: AbortSignal.timeout(10_000) };
  const session = await world.source.connect({ ...pending, code: String(code) }, options);
  expect(session).toMatchObject({ role: 'carepartner', username: login.username });
});

test('[HUB-2] the screenshots have the requested size, and clicks are scaled from the canvas to the page', async () => {
  await using client = await openClient();
  await client.start((await world.begin(wearerId)).address);
  await client.waitFor('PageLoaded');
  const { width, height, format } = await (await screenshot(client)).metadata();
  expect([width, height, format]).toEqual([WIDTH, HEIGHT, 'jpeg']);
  const [x, y] = positions.captcha;
  await client.click(x / 3, y / 2, [WIDTH / 3, HEIGHT / 2]);
  await client.waitFor('CaptchaSolved');
});

describe('[CON-7] CareLink’s pages in every scenario', () => {
  test.each(['strict', 'slow', 'two-steps', 'trusting', 'consenting'])('%s', async (scenario) => {
    await using client = await openClient();
    await world.setScenario(scenario);
    await client.start((await world.begin(wearerId)).address);
    await client.waitFor('PageLoaded');
    if (scenario === 'two-steps') {
      const before = client.received.length;
      await client.hub.invoke('SendKey', 'Enter');
      await client.waitFor('PageLoaded', before);
      await client.click(390, 246);
      await client.waitFor('CaptchaSolved');
      await client.hub.invoke('SendKey', 'Tab');
      await client.hub.invoke('SendKey', 'Enter');
    } else if (scenario === 'trusting') {
      await client.hub.invoke('SendKey', 'Enter');
    } else {
      await solveAndSend(client);
    }
    if (scenario === 'consenting') {
      await client.waitFor('PageLoaded', client.received.length - 1);
      await client.click(540, 190);
    }
    await client.waitFor('CaptchaCodeDetected');
  });

  test('a rejected consent ends the session with its reason', async () => {
    await using client = await openClient();
    await world.setScenario('consenting');
    await client.start((await world.begin(wearerId)).address);
    await solveAndSend(client);
    await client.waitFor('PageLoaded', client.received.length - 1);
    await client.hub.invoke('SendKey', 'Tab');
    await client.hub.invoke('SendKey', 'Tab');
    await client.hub.invoke('SendKey', 'Enter');
    expect((await client.waitFor('SessionError'))[1]).toBe('refused');
    await client.waitFor('SessionStopped');
  });

  test('after a wrong password the wearer types the correct one, with keys', async () => {
    await using client = await openClient();
    await client.start((await world.begin(wearerId)).address, { ...login, password: 'wrong' });
    await solveAndSend(client);
    const before = client.received.length;
    await client.waitFor('PageLoaded', before);
    await client.click(...positions.password);
    for (const character of login.password) await client.hub.invoke('SendText', character);
    // The error message is between the password and the captcha.
    await client.click(390, 354);
    await client.waitFor('CaptchaSolved', before);
    await client.click(540, 432);
    await client.waitFor('CaptchaCodeDetected');
  });

  test('a rejected password is not filled in again', async () => {
    await using client = await openClient();
    await client.start((await world.begin(wearerId)).address, { ...login, password: 'wrong' });
    await solveAndSend(client);
    await client.waitFor('PageLoaded', client.received.length);
    const field = { left: 365, top: 230, width: 300, height: 36 };
    await vi.waitFor(async () => expect(await isBlank(client, field)).toBe(true));
  });

  test('an unreachable page is reported', async () => {
    await using client = await openClient();
    const { pending } = await world.begin(wearerId);
    await client.start(world.addPending(wearerId, 'http://127.0.0.1:9/authorize', pending));
    expect((await client.waitFor('SessionError'))[1]).toBe('unreachable');
  });
});

async function isBlank(client: Client, where: { left: number; top: number; width: number; height: number }) {
  const pixels = await (await screenshot(client)).extract(where).raw().toBuffer();
  return pixels.every((value) => value > 200);
}
