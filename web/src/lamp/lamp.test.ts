import { fireEvent, screen, within } from '@testing-library/dom';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { aGlow } from '../../test/glow.ts';
import type { FeedOptions } from './feed.ts';
import { openLamp } from './lamp.ts';

const feeds: FeedOptions[] = [];
vi.mock('./feed.ts', () => ({
  openFeed: (options: FeedOptions) => {
    feeds.push(options);
    options.onStateChange('joining');
    return { reconnect: vi.fn(), close: vi.fn() };
  },
}));

/** By day: at night a lamp without a reading is dim. */
const NOON = new Date(2026, 10, 20, 12);
const glow = aGlow({
  time: NOON.toISOString(),
  validUntil: new Date(NOON.getTime() + 900_000).toISOString(),
});
const main = () => screen.getByRole('main');
const lightColor = () => main().querySelector<HTMLElement>('.light')?.style.getPropertyValue('--glow');
const property = (name: string) => main().querySelector<HTMLElement>('.light')?.style.getPropertyValue(name);
const brightness = () => Number(property('--brightness'));
const open = (hash = '') => {
  location.hash = hash;
  openLamp(document.body);
};

beforeEach(() => {
  vi.stubGlobal('fetch', () => Promise.reject(new Error('offline')));
  vi.useFakeTimers({ toFake: ['setInterval', 'Date'], now: NOON });
});
afterEach(() => {
  feeds.length = 0;
  localStorage.clear();
  document.body.replaceChildren();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('the lamp page', () => {
  test('[DEV-3] glows in the color of the feed once the code is typed, in any case, with or without dash', async () => {
    open();
    await userEvent.type(screen.getByLabelText('Device Connection Code'), 'K7M2Q X4W9D{Enter}');
    expect(feeds[0]?.code).toBe('k7m2qx4w9d');
    feeds[0]?.onGlow(glow);
    expect(lightColor()).toBe('#2fbf71');
    expect(screen.getByRole('status')).toHaveTextContent('In range, steady');
  });

  test('[DEV-3] opens by the code in the address and takes it out of sight', () => {
    open('#k7m2q-x4w9d');
    expect(feeds[0]?.code).toBe('k7m2qx4w9d');
    expect(location.hash).toBe('');
  });

  test('[DEV-3] remembers its code, its name and its settings', async () => {
    open('#k7m2q-x4w9d');
    await userEvent.click(screen.getByRole('switch', { name: 'Show the number' }));
    open();
    expect(feeds[1]).toMatchObject({ code: 'k7m2qx4w9d', id: feeds[0]?.id });
    expect(screen.getByRole('switch')).toBeChecked();
  });

  test('[ALM-40] [ALM-45] flashes the rhythm of an alarm until somebody has seen it, and names it', () => {
    const periods: number[] = [];
    const animate = vi.fn((_: unknown, { duration }: { duration: number }) => {
      periods.push(duration);
      return { cancel: vi.fn() };
    });
    vi.stubGlobal('matchMedia', () => ({ matches: false }));
    Object.assign(Element.prototype, { animate });
    open('#k7m2q-x4w9d');
    feeds[0]?.onGlow({ ...glow, alarm: { kind: 'urgent-low-soon', seen: false } });
    expect(screen.getByRole('status')).toHaveTextContent('Alarm: Urgent low soon. In range, steady');
    feeds[0]?.onGlow({ ...glow, alarm: { kind: 'low', seen: false } });
    feeds[0]?.onGlow({ ...glow, alarm: { kind: 'high', seen: false } });
    const played = animate.mock.calls.length;
    feeds[0]?.onGlow({ ...glow, alarm: { kind: 'high', seen: true } });
    expect(animate.mock.calls.length).toBe(played);
    expect(screen.getByRole('status')).toHaveTextContent(/^In range, steady/);
    expect(periods.slice(-3)).toEqual([6000, 4000, 5000]);
    Reflect.deleteProperty(Element.prototype, 'animate');
  });

  test('[ALM-21] counts a snooze down, and reads out once until when it lasts', () => {
    open('#k7m2q-x4w9d');
    const snoozedUntil = new Date(Date.now() + 11.5 * 60_000);
    const alarm = { kind: 'low', seen: true, snoozedUntil: snoozedUntil.toISOString() } as const;
    feeds[0]?.onGlow({ ...glow, alarm });
    expect(main()).toHaveTextContent('Low: silent for 12 more minutes');
    const time = snoozedUntil.toLocaleTimeString('en-US', { hour: 'numeric', minute: '2-digit' });
    expect(screen.getByRole('status')).toHaveTextContent(`Low is silent until ${time}. In range, steady`);
    feeds[0]?.onGlow({ ...glow, alarm, brightness: 0 });
    expect(main()).not.toHaveTextContent('more minutes');
    feeds[0]?.onGlow({ ...glow, alarm: { kind: 'low', seen: true } });
    expect(screen.getByRole('status')).toHaveTextContent(/^In range, steady/);
  });

  test('[DEV-3] shows no number unless asked', async () => {
    open('#k7m2q-x4w9d');
    feeds[0]?.onGlow(glow);
    expect(main()).not.toHaveTextContent('112');
    await userEvent.click(screen.getByRole('switch', { name: 'Show the number' }));
    expect(main()).toHaveTextContent('112');
  });

  test('[DEV-3] shows LOW without a unit, and says below which value that is', async () => {
    open('#k7m2q-x4w9d');
    feeds[0]?.onGlow({ ...glow, value: 39, text: 'LOW', delta: null, zone: 'low' });
    await userEvent.click(screen.getByRole('switch', { name: 'Show the number' }));
    expect(main()).toHaveTextContent('LOW');
    expect(main()).not.toHaveTextContent('LOW → mg/dL');
    expect(screen.getByRole('status')).toHaveTextContent('Below 40 mg/dL. Low, steady');
  });

  test('[DEV-3] is white when the reading has run out, though nobody said so', () => {
    open('#k7m2q-x4w9d');
    feeds[0]?.onGlow({ ...glow, validUntil: new Date(Date.now() - 1).toISOString() });
    expect(lightColor()).toBe('#ffffff');
    expect(screen.getByRole('status')).toHaveTextContent('No current data');
  });

  test('[DEV-3] starts with the last reading while that is valid, before the feed answers', () => {
    open('#k7m2q-x4w9d');
    feeds[0]?.onGlow(glow);
    open();
    expect(lightColor()).toBe('#2fbf71');
    feeds[1]?.onStateChange('lost');
    expect(lightColor()).toBe('#2fbf71');
    expect(screen.getByRole('status')).toHaveTextContent('In range, steady');
  });

  test('[DEV-3] starts white when the last reading has run out', () => {
    open('#k7m2q-x4w9d');
    feeds[0]?.onGlow({ ...glow, validUntil: new Date(Date.now() - 1).toISOString() });
    open();
    expect(lightColor()).toBe('#ffffff');
  });

  test('[DEV-3] shows the last reading of no other code, of no code that became wrong, and of no demo', () => {
    open('#k7m2q-x4w9d');
    feeds[0]?.onGlow(glow);
    open('#0000000000');
    expect(lightColor()).toBe('#ffffff');
    open('#k7m2q-x4w9d');
    feeds[2]?.onGlow(glow);
    feeds[2]?.onStateChange('wrong-code');
    open('#k7m2q-x4w9d');
    expect(lightColor()).toBe('#ffffff');
    feeds[3]?.onGlow({ ...glow, trying: true });
    open();
    expect(lightColor()).toBe('#ffffff');
  });

  test('[DEV-3] opened in the dark without a stored glow it is dim until the feed answers, then as bright as it says', () => {
    open('#k7m2q-x4w9d');
    expect(brightness()).toBeLessThan(0.25);
    feeds[0]?.onStateChange('lost');
    expect(brightness()).toBeLessThan(0.25);
    feeds[0]?.onGlow(glow);
    expect(brightness()).toBe(1);
    feeds[0]?.onGlow({ ...glow, validUntil: new Date(Date.now() - 1).toISOString() });
    expect(brightness()).toBeCloseTo(0.58);
    open();
    expect(brightness()).toBeLessThan(0.25);
  });

  test('[DEV-3] that had no data when it lost its feed by day is dim when the night comes', () => {
    open('#k7m2q-x4w9d');
    feeds[0]?.onStateChange('joined');
    feeds[0]?.onGlow({ ...glow, stale: true, brightness: 0.3 });
    const byDay = brightness();
    feeds[0]?.onStateChange('lost');
    expect(brightness()).toBe(byDay);
    vi.setSystemTime(new Date(2026, 10, 20, 23));
    feeds[0]?.onStateChange('lost');
    expect(brightness()).toBeLessThan(byDay / 2);
  });

  test('[DEV-3] its controls are as dim as its light, by its own setting and the wearer’s', () => {
    const controls = () => Number(main().style.getPropertyValue('--controls-brightness'));
    open('#k7m2q-x4w9d');
    feeds[0]?.onGlow(glow);
    expect(controls()).toBe(1);
    fireEvent.input(screen.getByLabelText('Brightness'), { target: { value: '70' } });
    expect(controls()).toBeCloseTo(0.7);
    feeds[0]?.onGlow({ ...glow, brightness: 0.1 });
    expect(controls()).toBeLessThan(0.6);
  });

  test('[DEV-3] drifts against burn-in: slowly, all the way round, and never to an edge', () => {
    vi.useFakeTimers({ now: NOON });
    open('#k7m2q-x4w9d');
    feeds[0]?.onGlow(glow);
    const places = Array.from({ length: 240 }, () => {
      vi.advanceTimersByTime(5000);
      return [
        Number.parseFloat(property('--drift-x') ?? ''),
        Number.parseFloat(property('--drift-y') ?? ''),
      ] as const;
    });
    const steps = places
      .slice(1)
      .map(([x, y], at) => Math.hypot(x - (places[at]?.[0] ?? 0), y - (places[at]?.[1] ?? 0)));
    expect(Math.min(...steps)).toBeGreaterThan(0.05);
    expect(Math.max(...steps)).toBeLessThan(0.15);
    for (const axis of [0, 1] as const) {
      expect(Math.max(...places.map((place) => place[axis]))).toBeCloseTo(4, 1);
      expect(Math.min(...places.map((place) => place[axis]))).toBeCloseTo(-4, 1);
    }
  });

  test('[DEV-3] a wrong code shows no light, says so and lets it be corrected', () => {
    open('#k7m2q-x4w9d');
    feeds[0]?.onGlow(glow);
    feeds[0]?.onStateChange('wrong-code');
    expect(main().dataset.codeForm).toBe('true');
    expect(within(main()).getByRole('alert')).toHaveTextContent('Unknown connection code');
    expect(screen.getByLabelText('Device Connection Code')).toHaveValue('k7m2q-x4w9d');
  });

  test('says what a code looks like when something else is typed', async () => {
    open();
    await userEvent.type(screen.getByLabelText('Device Connection Code'), 'hello{Enter}');
    expect(feeds).toHaveLength(0);
    expect(screen.getByRole('alert')).toHaveTextContent('ten letters and digits');
  });

  test('[DEV-3] is nothing but light a few seconds after it was opened', () => {
    vi.useFakeTimers({ now: NOON });
    open('#k7m2q-x4w9d');
    expect(main().dataset.controlsShown).toBe('true');
    vi.advanceTimersByTime(6000);
    expect(main().dataset.controlsShown).toBe('false');
  });

  test('rests until a key is pressed, and rests again at Escape', async () => {
    open('#k7m2q-x4w9d');
    await userEvent.keyboard('{Escape}');
    expect(main().dataset.controlsShown).toBe('false');
    await userEvent.keyboard('a');
    expect(main().dataset.controlsShown).toBe('true');
  });
});
