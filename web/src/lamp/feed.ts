import { feedPath, GlowMessage, SLOW_DOWN_CLOSE, WRONG_CODE_CLOSE } from '@tealight/contract';
import type { FeedState } from './light.ts';

/** First wait before reconnecting; doubles with every failure. */
const RETRY_MS = 1000;
const MAX_RETRY_MS = 30_000;
/** A server that sends nothing within this time is given up. */
const CONNECT_TIMEOUT_MS = 6000;
/** Wait after too many wrong codes. */
const SLOW_DOWN_MS = 60_000;

/** Not a close code: the connection was idle for too long. */
const IDLE = 0;

type Hint = GlowMessage['hint'];

export type FeedOptions = {
  code: string;
  /** The id of this lamp, the same for every connection. */
  id: string;
  onGlow: (glow: GlowMessage) => void;
  onStateChange: (link: FeedState) => void;
  /** A connection has sent its first glow. */
  onJoined: () => void;
};

/** `again` closes a possibly dead connection and opens a new one; `close` ends the feed. */
export type Feed = { reconnect: () => void; close: () => void };

/** Connects to the glow feed; reconnects with growing, jittered waits. */
export function openFeed({ code, id, onGlow, onStateChange, onJoined }: FeedOptions): Feed {
  let socket: WebSocket | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let failures = 0;
  let hint: Hint;
  let watchdog: ReturnType<typeof setTimeout> | undefined;

  /** Browsers do not report a dead connection: one without heartbeats is closed. */
  const startWatchdog = (forMs: number | null) => {
    clearTimeout(watchdog);
    const watched = socket;
    if (forMs !== null) watchdog = setTimeout(() => leave(watched), forMs);
  };
  const leave = (idleSocket: WebSocket | null) => {
    if (idleSocket !== socket) return;
    socket = null;
    idleSocket?.close();
    onClosed(IDLE);
  };
  const connect = () => {
    const opened = new WebSocket(feedUrl());
    socket = opened;
    let hasJoined = false;
    startWatchdog(CONNECT_TIMEOUT_MS);
    opened.onopen = () => opened.send(JSON.stringify({ code, id, kind: 'lamp', heartbeat: true }));
    opened.onmessage = ({ data }) => {
      if (opened !== socket) return;
      const glow = parseGlow(data);
      hint = glow?.hint ?? hint;
      startWatchdog(idleTimeoutMs(hint));
      if (glow === null) return;
      failures = 0;
      onStateChange('joined');
      onGlow(glow);
      if (!hasJoined) onJoined();
      hasJoined = true;
    };
    opened.onclose = ({ code: reason }) => opened === socket && onClosed(reason);
  };
  const onClosed = (reason: number) => {
    startWatchdog(null);
    if (reason === WRONG_CODE_CLOSE) return onStateChange('wrong-code');
    onStateChange(reason === SLOW_DOWN_CLOSE ? 'slow-down' : 'lost');
    // Idle timeouts end at different times already, so no server hint is needed to spread the reconnects.
    const waitMs = reason === IDLE ? retryMs(failures) : retryMs(failures, hint);
    timer = setTimeout(connect, reason === SLOW_DOWN_CLOSE ? jittered(SLOW_DOWN_MS) : waitMs);
    failures += 1;
  };
  const drop = () => {
    clearTimeout(timer);
    startWatchdog(null);
    const old = socket;
    socket = null;
    old?.close();
  };

  onStateChange('joining');
  connect();
  return { reconnect: () => [drop(), connect()], close: drop };
}

/**
 * The wait before the next attempt, spread so that lamps do not all reconnect at the same time: first as the server
 * requests, then longer with every failure.
 */
export function retryMs(failures: number, hint?: Hint): number {
  if (failures > 0 || hint === undefined) return jittered(Math.min(MAX_RETRY_MS, RETRY_MS * 2 ** failures));
  return hint.rejoinAfterMs + Math.random() * (hint.rejoinWithinMs - hint.rejoinAfterMs);
}

/** The idle timeout: two heartbeats and half a second of latency. Null: the server sends no heartbeats. */
function idleTimeoutMs(hint: Hint): number | null {
  return hint?.heartbeatMs === undefined ? null : 2 * hint.heartbeatMs + 500;
}

const jittered = (ms: number) => ms * (0.5 + Math.random() / 2);

function feedUrl(): string {
  const address = new URL(feedPath, location.href);
  address.protocol = address.protocol === 'https:' ? 'wss:' : 'ws:';
  address.hash = '';
  return address.href;
}

function parseGlow(data: unknown): GlowMessage | null {
  try {
    const read = GlowMessage.safeParse(JSON.parse(String(data)));
    return read.success ? read.data : null;
  } catch {
    return null;
  }
}
