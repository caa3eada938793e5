import { SLOW_DOWN_CLOSE, WRONG_CODE_CLOSE } from '@tealight/contract';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { aGlow } from '../../test/glow.ts';
import { openFeed, retryMs } from './feed.ts';
import type { FeedState } from './light.ts';

const glow = aGlow();

/** A server at the other end of every socket the feed opens. */
class FakeSocket {
  static opened: FakeSocket[] = [];
  sent: unknown[] = [];
  onopen = () => {};
  onmessage = (_event: { data: string }) => {};
  onclose = (_event: { code: number }) => {};
  readonly address: string;
  constructor(address: string) {
    this.address = address;
    FakeSocket.opened.push(this);
  }
  send(message: string) {
    this.sent.push(JSON.parse(message));
  }
  close() {
    this.onclose({ code: 1000 });
  }
}

const latest = () => FakeSocket.opened.at(-1) as FakeSocket;
const onGlow = vi.fn();
const onStateChange = vi.fn<(link: FeedState) => void>();
const onJoined = vi.fn();
const open = () => openFeed({ code: 'k7m2qx4w9d', id: 'lamp-1', onGlow, onStateChange, onJoined });

beforeEach(() => {
  FakeSocket.opened = [];
  onGlow.mockClear();
  onStateChange.mockClear();
  onJoined.mockClear();
  vi.stubGlobal('WebSocket', FakeSocket);
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe('the lamp’s feed', () => {
  test('[DEV-3] says the code in its first message and never in the address', () => {
    open();
    latest().onopen();
    expect(latest().sent).toEqual([{ code: 'k7m2qx4w9d', id: 'lamp-1', kind: 'lamp', heartbeat: true }]);
    expect(latest().address).not.toContain('k7m2q');
  });

  test('[DEV-3] passes on each glow, and nothing that is none', () => {
    open();
    latest().onmessage({ data: 'garbage' });
    latest().onmessage({ data: '{"color":7}' });
    expect(onGlow).not.toHaveBeenCalled();
    latest().onmessage({ data: JSON.stringify(glow) });
    expect(onGlow).toHaveBeenCalledExactlyOnceWith(glow);
    expect(onStateChange).toHaveBeenLastCalledWith('joined');
  });

  test('[DEV-3] comes back automatically when the network drops', () => {
    open();
    latest().onclose({ code: 1006 });
    expect(onStateChange).toHaveBeenLastCalledWith('lost');
    vi.advanceTimersByTime(1000);
    expect(FakeSocket.opened).toHaveLength(2);
  });

  test('[DEV-3] stops at a wrong code, so that it does not go on guessing', () => {
    open();
    latest().onclose({ code: WRONG_CODE_CLOSE });
    expect(onStateChange).toHaveBeenLastCalledWith('wrong-code');
    vi.advanceTimersByTime(3_600_000);
    expect(FakeSocket.opened).toHaveLength(1);
  });

  test('waits half a minute at least after a slow-down close code', () => {
    open();
    latest().onclose({ code: SLOW_DOWN_CLOSE });
    vi.advanceTimersByTime(29_000);
    expect(FakeSocket.opened).toHaveLength(1);
    vi.advanceTimersToNextTimer();
    expect(FakeSocket.opened).toHaveLength(2);
  });

  test('joins again at once when asked, and hears the old line no more', () => {
    const feed = open();
    const old = latest();
    feed.reconnect();
    old.onmessage({ data: JSON.stringify(glow) });
    expect(onGlow).not.toHaveBeenCalled();
    expect(FakeSocket.opened).toHaveLength(2);
  });

  test('[DEV-3] says once for each connection that it has joined', () => {
    const feed = open();
    expect(onJoined).not.toHaveBeenCalled();
    for (const _ of [1, 2]) latest().onmessage({ data: JSON.stringify(glow) });
    expect(onJoined).toHaveBeenCalledTimes(1);
    feed.reconnect();
    latest().onmessage({ data: JSON.stringify(glow) });
    expect(onJoined).toHaveBeenCalledTimes(2);
  });

  test('comes back first when the server has asked for it', () => {
    open();
    const hint = { rejoinAfterMs: 5000, rejoinWithinMs: 8000 };
    latest().onmessage({ data: JSON.stringify({ ...glow, hint }) });
    latest().onclose({ code: 1012 });
    vi.advanceTimersByTime(4900);
    expect(FakeSocket.opened).toHaveLength(1);
    vi.advanceTimersByTime(3200);
    expect(FakeSocket.opened).toHaveLength(2);
  });

  test('[DEV-3] leaves a line that misses its heartbeats, and joins again at once', () => {
    open();
    const hint = { rejoinAfterMs: 1000, rejoinWithinMs: 4000, heartbeatMs: 2000 };
    latest().onmessage({ data: JSON.stringify({ ...glow, hint }) });
    for (let beats = 0; beats < 5; beats += 1) {
      vi.advanceTimersByTime(4400);
      latest().onmessage({ data: '{"heartbeat":true}' });
    }
    expect(FakeSocket.opened).toHaveLength(1);
    vi.advanceTimersByTime(4500);
    expect(onStateChange).toHaveBeenLastCalledWith('lost');
    vi.advanceTimersByTime(1000);
    expect(FakeSocket.opened).toHaveLength(2);
  });

  test('[DEV-3] leaves a server that takes the line and says nothing', () => {
    open();
    vi.advanceTimersByTime(7000);
    expect(FakeSocket.opened).toHaveLength(2);
  });

  test('waits as long as it likes for a server that sends no heartbeats', () => {
    open();
    latest().onmessage({ data: JSON.stringify(glow) });
    vi.advanceTimersByTime(3_600_000);
    expect(FakeSocket.opened).toHaveLength(1);
  });

  /** Closes the line and returns how long it takes until the next one is opened, in ms. */
  const lostFor = () => {
    const before = Date.now();
    latest().onclose({ code: 1006 });
    vi.advanceTimersToNextTimer();
    return Date.now() - before;
  };

  test('[DEV-3] reconnects less and less often while it fails, and soon again after a glow', () => {
    vi.spyOn(Math, 'random').mockReturnValue(1);
    open();
    expect(Array.from({ length: 7 }, lostFor)).toEqual([1000, 2000, 4000, 8000, 16_000, 30_000, 30_000]);
    latest().onmessage({ data: JSON.stringify(glow) });
    expect([lostFor(), lostFor()]).toEqual([1000, 2000]);
    const hint = { rejoinAfterMs: 5000, rejoinWithinMs: 8000 };
    latest().onmessage({ data: JSON.stringify({ ...glow, hint }) });
    // As the server has asked the first time only.
    expect([lostFor(), lostFor(), lostFor()]).toEqual([8000, 2000, 4000]);
    expect(FakeSocket.opened).toHaveLength(13);
  });

  test('waits longer after each failure, never the same time, at most half a minute', () => {
    const waits = Array.from({ length: 40 }, () => retryMs(12));
    expect(new Set(waits).size).toBeGreaterThan(30);
    expect(Math.max(...waits)).toBeLessThanOrEqual(30_000);
    expect(retryMs(0)).toBeLessThanOrEqual(1000);
  });
});
