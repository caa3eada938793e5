import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { openFeed } from './feed.ts';

const SLOW_DOWN = 4429;

/** A server at the other end of every socket that the bridge opens. */
class FakeSocket {
  static opened: FakeSocket[] = [];
  isClosed = false;
  onopen = () => {};
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: ((event: { code: number; reason: string }) => void) | null = null;
  constructor() {
    FakeSocket.opened.push(this);
  }
  send() {}
  close() {
    this.isClosed = true;
  }
}

const latest = () => FakeSocket.opened.at(-1) as FakeSocket;
const say = (message: object) => latest().onmessage?.({ data: JSON.stringify(message) });
const open = () =>
  openFeed({
    server: 'https://tealight.example.org',
    code: 'abcde-fghjk',
    id: 'b',
    onGlow() {},
    refused() {},
  });

/** Closes the connection and returns how long it takes until the next one is opened, in ms. */
function lostFor(code = 1006): number {
  const before = Date.now();
  latest().onclose?.({ code, reason: '' });
  vi.advanceTimersToNextTimer();
  return Date.now() - before;
}

beforeEach(() => {
  FakeSocket.opened = [];
  vi.stubGlobal('WebSocket', FakeSocket);
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe('[DEV-4] the bridge', () => {
  test.each([
    [0, [1000, 1000, 1000, 1000, 1000, 1000]],
    [0.5, [2500, 4000, 7000, 13_000, 16_000, 16_000]],
    [1, [4000, 7000, 13_000, 25_000, 31_000, 31_000]],
  ])('comes back ever more slowly while it fails, spread by chance (%d)', (chance, waits) => {
    vi.spyOn(Math, 'random').mockReturnValue(chance);
    open();
    expect(waits.map(() => lostFor())).toEqual(waits);
    say({});
    expect(lostFor()).toBe(waits[0]);
  });

  test('comes back as the server asks, and a minute after it was asked to slow down', () => {
    vi.spyOn(Math, 'random').mockReturnValue(0.5);
    open();
    say({ hint: { rejoinAfterMs: 200, rejoinWithinMs: 1000 } });
    expect([lostFor(), lostFor(SLOW_DOWN)]).toEqual([600, 60_000]);
  });

  test('leaves a server that says nothing within six seconds, and comes back within another', () => {
    vi.spyOn(Math, 'random').mockReturnValue(0.9);
    open();
    const [silent] = FakeSocket.opened;
    vi.advanceTimersByTime(5999);
    expect(silent?.isClosed).toBe(false);
    vi.advanceTimersByTime(1);
    expect(silent?.isClosed).toBe(true);
    vi.advanceTimersByTime(899);
    expect(FakeSocket.opened).toHaveLength(1);
    vi.advanceTimersByTime(1);
    expect(FakeSocket.opened).toHaveLength(2);
    // The next one is left too, and then the waits grow.
    vi.advanceTimersByTime(6000);
    expect(latest().isClosed).toBe(true);
    vi.advanceTimersByTime(6399);
    expect(FakeSocket.opened).toHaveLength(2);
    vi.advanceTimersByTime(1);
    expect(FakeSocket.opened).toHaveLength(3);
  });

  test('leaves a connection that has missed two heartbeats, and waits as long as it likes without any', () => {
    open();
    say({ hint: { rejoinAfterMs: 1000, rejoinWithinMs: 4000, heartbeatMs: 2000 } });
    for (let beats = 0; beats < 5; beats += 1) {
      vi.advanceTimersByTime(4499);
      say({ heartbeat: true });
    }
    expect(latest().isClosed).toBe(false);
    vi.advanceTimersByTime(4500);
    expect(FakeSocket.opened[0]?.isClosed).toBe(true);
    vi.advanceTimersByTime(1000);
    say({ hint: { rejoinAfterMs: 1000, rejoinWithinMs: 4000 } });
    vi.advanceTimersByTime(3_600_000);
    expect([FakeSocket.opened.length, latest().isClosed]).toEqual([2, false]);
  });

  test('is gone when it is closed', () => {
    const feed = open();
    lostFor();
    feed.close();
    vi.advanceTimersByTime(3_600_000);
    expect([FakeSocket.opened.length, latest().isClosed]).toEqual([2, true]);
  });
});
