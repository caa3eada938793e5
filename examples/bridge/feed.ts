import { type Glow, glowIn } from './look.ts';

/** Close codes of the server: an unknown code, and too many wrong codes. */
const WRONG_CODE = 4403;
const SLOW_DOWN = 4429;
const SLOW_DOWN_MS = 60_000;
const MAX_WAIT_MS = 30_000;
/** Not a close code: the connection was silent for too long. */
const SILENT = 0;
/** Bridges detect a silent server at different times already, so the first wait is short. */
const SILENT_WAIT_MS = 1000;
/** The longest silence of a server before it has said how often it sends a message. */
const JOIN_WITHIN_MS = 6000;

const introduction = { kind: 'bridge', name: 'Bridge', heartbeat: true };

export type FeedParts = {
  /** The address of Tealight, like `https://tealight.example.org`. */
  server: string;
  code: string;
  /** The same for every connection of the bridge. */
  id: string;
  onGlow(glow: Glow): void;
  /** The code was rejected, and the feed does not connect again. `reason` is for people. */
  refused(reason: string): void;
};

/** Connects to the glow feed, and reconnects after a random time within the span that the server has sent. */
export function openFeed(parts: FeedParts): { close(): void } {
  const address = new URL('/device/v1/feed', parts.server);
  address.protocol = address.protocol.replace('http', 'ws');
  let socket: WebSocket;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let failures = 0;
  let hint: Hint = { least: 1000, most: 4000, silentMs: JOIN_WITHIN_MS };
  let watchdog: ReturnType<typeof setTimeout> | undefined;

  const join = () => {
    socket = new WebSocket(address);
    watch(socket, JOIN_WITHIN_MS);
    // The code is sent inside the connection, not in its address: addresses are written to logs.
    socket.onopen = () => socket.send(JSON.stringify({ ...introduction, code: parts.code, id: parts.id }));
    socket.onmessage = ({ data }) => {
      failures = 0;
      hint = hintIn(String(data)) ?? hint;
      watch(socket, hint.silentMs);
      const glow = glowIn(String(data));
      if (glow !== null) parts.onGlow(glow);
    };
    socket.onclose = ({ code, reason }) => lost(code, reason);
  };
  /** A dead connection may never close: one without heartbeats is closed. */
  const watch = (watched: WebSocket, forMs: number | null) => {
    clearTimeout(watchdog);
    if (forMs === null) return;
    watchdog = setTimeout(() => {
      watched.onclose = null;
      watched.onmessage = null;
      watched.close();
      lost(SILENT, '');
    }, forMs);
  };
  const lost = (code: number, reason: string) => {
    clearTimeout(watchdog);
    if (code === WRONG_CODE) return parts.refused(reason);
    timer = setTimeout(join, waitMs(code, failures, hint));
    failures += 1;
  };
  join();
  return {
    close() {
      clearTimeout(timer);
      clearTimeout(watchdog);
      socket.onclose = null;
      socket.close();
    },
  };
}

/** How long to wait before reconnecting: as the server has sent, longer after each failure, and randomized. */
function waitMs(code: number, failures: number, { least, most }: Hint): number {
  if (code === SLOW_DOWN) return SLOW_DOWN_MS;
  if (code === SILENT && failures === 0) return Math.random() * SILENT_WAIT_MS;
  return least + Math.random() * Math.min(MAX_WAIT_MS, (most - least) * 2 ** failures);
}

/** The server's hint for reconnecting, and how long it may be silent (null: without limit), in ms. */
type Hint = { least: number; most: number; silentMs: number | null };

/** Only the first message of a connection has it. */
function hintIn(message: string): Hint | null {
  const pattern =
    /"hint":\{"rejoinAfterMs":(\d{1,6}),"rejoinWithinMs":(\d{1,6})(?:,"heartbeatMs":(\d{1,6}))?/;
  const [, least, most, heartbeat] = pattern.exec(message) ?? [];
  if (least === undefined || most === undefined) return null;
  // Two heartbeats, and half a second for the network.
  const silentMs = heartbeat === undefined ? null : 2 * Number(heartbeat) + 500;
  return { least: Number(least), most: Number(most), silentMs };
}
