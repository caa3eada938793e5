import { type Glow, glowIn } from './look.ts';

/** Closed with these the server says why: an unknown code, and too many guesses. */
const WRONG_CODE = 4403;
const SLOW_DOWN = 4429;
const SLOW_DOWN_MS = 60_000;
const LONGEST_WAIT_MS = 30_000;
/** Not a close code: the line said nothing any more. */
const SILENT = 0;
/** Bridges notice a silent server at different moments already, so the first wait is short. */
const SILENT_WAIT_MS = 1000;
/** A server that says nothing within this is left, before it has said how often it sends something. */
const JOIN_WITHIN_MS = 6000;

const introduction = { kind: 'bridge', name: 'Bridge', heartbeat: true };

export type FeedParts = {
  /** Where Tealight is, like `https://tealight.example.org`. */
  server: string;
  code: string;
  /** The same every time the bridge comes. */
  id: string;
  onGlow(glow: Glow): void;
  /** The code opens nothing any more; the feed has given up. `reason` is for people. */
  refused(reason: string): void;
};

/** Joins the glow feed and comes back when the line is lost, at a random moment within what the server asks for. */
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
    // The code travels inside the line, not in its address: addresses end up in logs.
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
  /** A connection that died silently never closes: one that misses its heartbeats is left. */
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

/** How long to wait before joining again: as the server wants it, longer after each failure, never all at once. */
function waitMs(code: number, failures: number, { least, most }: Hint): number {
  if (code === SLOW_DOWN) return SLOW_DOWN_MS;
  if (code === SILENT && failures === 0) return Math.random() * SILENT_WAIT_MS;
  return least + Math.random() * Math.min(LONGEST_WAIT_MS, (most - least) * 2 ** failures);
}

/** How the server wants its devices to come back, and how long it may be silent (null: as long as it likes), in ms. */
type Hint = { least: number; most: number; silentMs: number | null };

/** Only the first message of a line has it. */
function hintIn(message: string): Hint | null {
  const pattern =
    /"hint":\{"rejoinAfterMs":(\d{1,6}),"rejoinWithinMs":(\d{1,6})(?:,"heartbeatMs":(\d{1,6}))?/;
  const [, least, most, heartbeat] = pattern.exec(message) ?? [];
  if (least === undefined || most === undefined) return null;
  // Two heartbeats, and half a second for the way.
  const silentMs = heartbeat === undefined ? null : 2 * Number(heartbeat) + 500;
  return { least: Number(least), most: Number(most), silentMs };
}
