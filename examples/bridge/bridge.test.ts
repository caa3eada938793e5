import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type WebSocket, WebSocketServer } from 'ws';
import { openBridge } from './bridge.ts';
import type { Glow, Look } from './look.ts';
import { type Lamp, openPlayer } from './player.ts';
import { settingsOf } from './settings.ts';
import { glow, lookNow } from './test/glows.ts';

/** A lamp that remembers what it was shown. */
function recordingLamp(): Lamp & { shown: (Look & { fadeMs: number })[] } {
  const shown: (Look & { fadeMs: number })[] = [];
  return {
    name: 'Recording lamp',
    shown,
    show: async (look, fadeMs) => void shown.push({ ...look, fadeMs }),
  };
}

const bridgeTo = (server: string, lamp: Lamp, say: (line: string) => void = () => {}) =>
  openBridge({ server, code: 'abcde-fghjk', id: 'bridge-1', lamps: [lamp], say });

/** A Tealight that says what a test wants. */
async function simulatedTealight() {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  await once(server, 'listening');
  const hellos: unknown[] = [];
  const lines: WebSocket[] = [];
  server.on('connection', (line, { url }) => {
    lines.push(line);
    line.on('message', (data) => hellos.push([url, JSON.parse(String(data))]));
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    hellos,
    lines,
    tell: (glow: Glow, more = {}) => lines.at(-1)?.send(JSON.stringify({ ...glow, ...more })),
    async [Symbol.asyncDispose]() {
      for (const line of lines) line.terminate();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

describe('[DEV-4] the bridge', () => {
  test('sends its code inside the connection, and shows what it is sent', async () => {
    await using tealight = await simulatedTealight();
    const lamp = recordingLamp();
    const bridge = bridgeTo(tealight.url, lamp);
    await vi.waitFor(() =>
      expect(tealight.hellos).toEqual([
        [
          '/device/v1/feed',
          { code: 'abcde-fghjk', id: 'bridge-1', kind: 'bridge', name: 'Bridge', heartbeat: true },
        ],
      ]),
    );
    expect(lamp.shown[0]).toMatchObject({ red: 255, green: 255, blue: 255, brightness: 0.3 });
    tealight.tell(glow());
    await vi.waitFor(() =>
      expect(lamp.shown.at(-1)).toMatchObject({ red: 0x2f, green: 0xbf, blue: 0x71, brightness: 1 }),
    );
    bridge.close();
  });

  test('turns white when the last glow ends, with or without Tealight', async () => {
    await using tealight = await simulatedTealight();
    const lamp = recordingLamp();
    const bridge = bridgeTo(tealight.url, lamp);
    await vi.waitFor(() => expect(tealight.hellos.length).toBe(1));
    tealight.tell(glow({ validUntil: new Date(Date.now() + 3000).toISOString() }));
    await vi.waitFor(() => expect(lamp.shown.at(-1)).toMatchObject({ green: 0xbf }));
    tealight.lines[0]?.terminate();
    await vi.waitFor(() => expect(lamp.shown.at(-1)).toMatchObject({ green: 255, brightness: 0.3 }));
    bridge.close();
  });

  test('comes back when the line is lost, within what the server asks for', async () => {
    await using tealight = await simulatedTealight();
    const bridge = bridgeTo(tealight.url, recordingLamp());
    await vi.waitFor(() => expect(tealight.hellos.length).toBe(1));
    tealight.tell(glow(), { hint: { rejoinAfterMs: 10, rejoinWithinMs: 50 } });
    await new Promise((resolve) => setTimeout(resolve, 50));
    tealight.lines[0]?.close(1012);
    await vi.waitFor(() => expect(tealight.hellos.length).toBe(2));
    bridge.close();
  });

  test('leaves a line that misses its heartbeats, and comes back', async () => {
    await using tealight = await simulatedTealight();
    const bridge = bridgeTo(tealight.url, recordingLamp());
    await vi.waitFor(() => expect(tealight.hellos.length).toBe(1));
    tealight.tell(glow(), { hint: { rejoinAfterMs: 10, rejoinWithinMs: 50, heartbeatMs: 10 } });
    await vi.waitFor(() => expect(tealight.hellos.length).toBe(2));
    bridge.close();
  });

  test('goes dark and says why when its code opens nothing, and does not connect again', async () => {
    await using tealight = await simulatedTealight();
    const lamp = recordingLamp();
    const said: string[] = [];
    const bridge = bridgeTo(tealight.url, lamp, (line) => said.push(line));
    await vi.waitFor(() => expect(tealight.hellos.length).toBe(1));
    tealight.lines[0]?.close(4403, 'This connection code is not known');
    await vi.waitFor(() => expect(lamp.shown.at(-1)?.brightness).toBe(0));
    expect(said).toEqual(['Tealight does not know this code: This connection code is not known']);
    expect(tealight.lines.length).toBe(1);
    bridge.close();
  });
});

describe('[COL-4] a flash on lamps', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  const alarm = (kind: string): Partial<Glow> => ({ alarm: { kind, seen: false } });
  const moving: [string, Partial<Glow>][] = [
    ['low', { zone: 'low', flash: true }],
    ['high', { zone: 'high', flash: true }],
    ['[ALM-40] an urgent alarm', alarm('urgent-low')],
    ['[ALM-40] an important alarm', alarm('no-data')],
    ['[ALM-40] a minor alarm', alarm('high')],
  ];

  test.each(moving)(
    '%s does not flash a lamp that stays still: it is sent the look every 30 seconds',
    async (_, movement) => {
      const lamp = { ...recordingLamp(), isStill: true };
      const player = openPlayer([lamp], () => {});
      player.play(lookNow(glow(movement)));
      await vi.advanceTimersByTimeAsync(61_000);
      expect(lamp.shown.map(({ brightness, holdsS }) => ({ brightness, holdsS }))).toEqual([
        { brightness: 1, holdsS: 840 },
        { brightness: 1, holdsS: 810 },
        { brightness: 1, holdsS: 780 },
      ]);
      player.play(lookNow(null));
      player.close();
      const count = lamp.shown.length;
      await vi.advanceTimersByTimeAsync(61_000);
      expect(lamp.shown.length).toBe(count);
    },
  );

  test.each(moving)('%s breathes softly, never more than once a second, never to black', (_, movement) => {
    const lamp = recordingLamp();
    const player = openPlayer([lamp], () => {});
    player.play(lookNow(glow(movement)));
    vi.advanceTimersByTime(0);
    const steps: { at: number; brightness: number }[] = [];
    for (let at = 0; at < 12_000; at += 100) {
      const last = lamp.shown.at(-1)?.brightness ?? 0;
      if (steps.at(-1)?.brightness !== last) steps.push({ at, brightness: last });
      vi.advanceTimersByTime(100);
    }
    const falls = steps.filter(({ brightness }) => brightness < 1).map(({ at }) => at);
    expect(Math.min(...falls.slice(1).map((at, index) => at - (falls[index] ?? 0)))).toBeGreaterThanOrEqual(
      1000,
    );
    expect(Math.min(...steps.map(({ brightness }) => brightness))).toBe(0.45);
    player.close();
  });
});

test('a lamp that is slow misses steps and gets the latest; one that is lost is said once, and once when back', async () => {
  const said: string[] = [];
  const shown: number[] = [];
  let open = Promise.withResolvers<void>();
  const lamp: Lamp = {
    name: 'Shelf',
    async show({ brightness }) {
      shown.push(brightness);
      await open.promise;
    },
  };
  const player = openPlayer([lamp], (line) => said.push(line));
  const look = (brightness: number) => ({ ...lookNow(glow({ brightness })) });
  for (const brightness of [0.1, 0.2, 0.3, 0.4]) player.play(look(brightness));
  open.reject(new Error('it does not answer'));
  await vi.waitFor(() => expect(shown).toEqual([0.1, 0.4]));
  expect(said).toEqual(['Shelf cannot be reached: it does not answer']);
  open = Promise.withResolvers();
  open.resolve();
  player.play(look(0.5));
  await vi.waitFor(() => expect(said.at(-1)).toBe('Shelf is back'));
  expect(said.length).toBe(2);
  player.close();
});

describe('a steady look', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  test('[DEV-4] is sent again every 30 seconds, for as long as it is still valid, until there is another', async () => {
    const lamp = recordingLamp();
    const player = openPlayer([lamp], () => {});
    player.play(lookNow(glow()));
    await vi.advanceTimersByTimeAsync(60_000);
    expect(lamp.shown.map(({ green, holdsS }) => [green, holdsS])).toEqual(
      [840, 810, 780].map((holdsS) => [0xbf, holdsS]),
    );
    player.play(lookNow(null));
    await vi.advanceTimersByTimeAsync(30_000);
    expect(lamp.shown.slice(3)).toMatchObject([
      { green: 255, holdsS: null },
      { green: 255, holdsS: null },
    ]);
    player.close();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(lamp.shown.length).toBe(5);
  });

  test('[DEV-4] reaches a lamp that was lost as soon as that is back, and both are said once', async () => {
    const said: string[] = [];
    const show = vi.fn<Lamp['show']>(() => Promise.reject(new Error('it does not answer')));
    const player = openPlayer([{ name: 'Shelf', show }], (line) => said.push(line));
    player.play(lookNow(glow()));
    await vi.advanceTimersByTimeAsync(120_000);
    show.mockResolvedValue();
    await vi.advanceTimersByTimeAsync(120_000);
    expect(show).toHaveBeenCalledTimes(9);
    expect(said).toEqual(['Shelf cannot be reached: it does not answer', 'Shelf is back']);
    player.close();
  });
});

test.each([
  [{}, /"server" must be the address/],
  [{ server: 'https://x.org', code: 'short', lamps: [] }, /"code" must be the connection code/],
  [{ server: 'https://x.org', code: 'abcde-fghjk', lamps: [] }, /at least one lamp/],
  [
    { server: 'https://x.org', code: 'abcde-fghjk', lamps: [{ kind: 'candle' }] },
    /Lamp 1: "kind" must be one of wled/,
  ],
  [
    { server: 'https://x.org', code: 'abcde-fghjk', lamps: [{ kind: 'hue', host: 'h' }] },
    /Lamp 1 \(hue\) needs key, light, fingerprint/,
  ],
])('settings that cannot work say what to do: %j', (given, message) => {
  expect(() => settingsOf(given)).toThrow(message);
});
