import { screen } from '@testing-library/dom';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { aGlow } from '../../test/glow.ts';
import type { FeedOptions } from './feed.ts';
import { openLamp } from './lamp.ts';
import { lampState } from './lamp-state.ts';
import { loadStoredGlow } from './stored-glow.ts';

const feeds: FeedOptions[] = [];
const reconnect = vi.fn();
vi.mock('./feed.ts', () => ({
  openFeed: (options: FeedOptions) => {
    feeds.push(options);
    options.onStateChange('joining');
    return { reconnect, close: vi.fn() };
  },
}));

const MINUTE = 60_000;
/** By day, and by the server's clock. */
const NOON = new Date(2026, 10, 20, 12).getTime();
const glow = aGlow({
  time: new Date(NOON).toISOString(),
  validUntil: new Date(NOON + 15 * MINUTE).toISOString(),
});
const GREEN = '#2fbf71';
const WHITE = '#ffffff';
const lightColor = () =>
  screen.getByRole('main').querySelector<HTMLElement>('.light')?.style.getPropertyValue('--glow');

/** The time by the server's clock, and whether the server can be reached. */
let server = { startedAt: 0, answers: true };
let asked = 0;
const serverTime = () => NOON + performance.now() - server.startedAt;
const fetchServerTime = async () => {
  asked += 1;
  if (!server.answers) throw new TypeError('Failed to fetch');
  return new Response(null, { headers: { date: new Date(serverTime()).toUTCString() } });
};
/** Sets this screen's clock, so far ahead of the server's. */
const setScreenClock = (aheadMs: number) => vi.setSystemTime(serverTime() + aheadMs);
const after = (ms: number) => vi.advanceTimersByTimeAsync(ms);
const open = async (hash = '#k7m2q-x4w9d') => {
  location.hash = hash;
  openLamp(document.body);
  await after(0);
};

beforeEach(() => {
  vi.useFakeTimers({ now: NOON });
  server = { startedAt: performance.now(), answers: true };
  asked = 0;
  vi.stubGlobal('fetch', fetchServerTime);
});
afterEach(() => {
  feeds.length = 0;
  reconnect.mockClear();
  localStorage.clear();
  document.body.replaceChildren();
  vi.clearAllTimers();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test.each([
  ['fast', 10 * MINUTE],
  ['slow', -10 * MINUTE],
])(
  '[DEV-3] a lamp whose clock is 10 minutes %s ends its glow in time, also once the clock is set right',
  async (_, ahead) => {
    setScreenClock(ahead);
    await open();
    feeds[0]?.onGlow(glow);
    await after(MINUTE);
    expect([lightColor(), asked]).toEqual([GREEN, 1]);
    setScreenClock(0);
    await after(5000);
    expect([lightColor(), asked]).toEqual([GREEN, 2]);
    await after(13.5 * MINUTE);
    expect(lightColor()).toBe(GREEN);
    await after(MINUTE);
    expect([lightColor(), asked]).toEqual([WHITE, 2]);
  },
);

test('[DEV-3] a lamp whose clock is set back, while the server cannot be reached, does not show its glow for longer', async () => {
  setScreenClock(10 * MINUTE);
  await open();
  feeds[0]?.onGlow(glow);
  server.answers = false;
  setScreenClock(0);
  await after(14.9 * MINUTE);
  expect(lightColor()).toBe(GREEN);
  await after(0.2 * MINUTE);
  expect(lightColor()).toBe(WHITE);
  await open('');
  expect(lightColor()).toBe(WHITE);
});

test('[DEV-3] a lamp that could not ask for the server’s time asks again, and each time it joins', async () => {
  server.answers = false;
  setScreenClock(-10 * MINUTE);
  await open();
  feeds[0]?.onGlow({ ...glow, validUntil: new Date(NOON - MINUTE).toISOString() });
  expect(lightColor()).toBe(GREEN);
  server.answers = true;
  await after(MINUTE);
  expect([lightColor(), asked]).toEqual([WHITE, 2]);
  feeds[0]?.onJoined();
  await after(0);
  expect(asked).toBe(3);
});

test('[DEV-3] a lamp whose clock was set half an hour ahead still connects again when its glow ends', async () => {
  setScreenClock(-30 * MINUTE);
  await open();
  feeds[0]?.onGlow(glow);
  await after(MINUTE);
  setScreenClock(0);
  await after(5000);
  reconnect.mockClear();
  await after(15 * MINUTE);
  expect(reconnect).toHaveBeenCalled();
});

test('[DEV-3] a lamp that slept while it asked for the server’s time does not take the old answer for the time', async () => {
  let answer = (_: Response) => {};
  const asking = new Promise<Response>((resolve) => {
    answer = resolve;
  });
  vi.stubGlobal('fetch', () => asking);
  await open();
  feeds[0]?.onGlow(glow);
  vi.setSystemTime(NOON + 60 * MINUTE);
  answer(new Response(null, { headers: { date: new Date(NOON).toUTCString() } }));
  await after(0);
  expect(lightColor()).toBe(WHITE);
});

test('[DEV-3] a lamp that gets another code does not store its last glow for that code', async () => {
  const state = lampState(() => {});
  state.connect('k7m2qx4w9d');
  feeds[0]?.onGlow(glow);
  expect(loadStoredGlow('k7m2qx4w9d')?.glow).toEqual(glow);
  state.connect('0000000000');
  await after(0);
  expect(loadStoredGlow('0000000000')).toBeNull();
});
