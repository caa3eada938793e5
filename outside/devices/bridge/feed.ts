import { type Glow, glowIn } from './look.ts';

/** Closed with these the server says why: an unknown code, and too many guesses. */
const WRONG_CODE = 4403;
const SLOW_DOWN = 4429;
const SLOW_DOWN_MS = 60_000;
const LONGEST_WAIT_MS = 30_000;

export type FeedParts = {
  /** Where Tealight is, like `https://tealight.example.org`. */
  server: string;
  code: string;
  /** The same every time the bridge comes. */
  id: string;
  told(glow: Glow): void;
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
  let waitMs = { least: 1000, most: 20_000 };

  const join = () => {
    socket = new WebSocket(address);
    // The code travels inside the line, not in its address: addresses end up in logs.
    socket.onopen = () =>
      socket.send(JSON.stringify({ code: parts.code, id: parts.id, kind: 'bridge', name: 'Bridge' }));
    socket.onmessage = ({ data }) => {
      failures = 0;
      waitMs = hintIn(String(data)) ?? waitMs;
      const glow = glowIn(String(data));
      if (glow !== null) parts.told(glow);
    };
    socket.onclose = ({ code, reason }) => lost(code, reason);
  };
  const lost = (code: number, reason: string) => {
    if (code === WRONG_CODE) return parts.refused(reason);
    const span = Math.min(LONGEST_WAIT_MS, waitMs.most * 2 ** failures);
    const wait = code === SLOW_DOWN ? SLOW_DOWN_MS : waitMs.least + Math.random() * span;
    failures += 1;
    timer = setTimeout(join, wait);
  };
  join();
  return {
    close() {
      clearTimeout(timer);
      socket.onclose = null;
      socket.close();
    },
  };
}

/** How the server wants its devices to come back; only its first message says it. */
function hintIn(message: string): { least: number; most: number } | null {
  const [, least, most] =
    /"hint":\{"rejoinAfterMs":(\d{1,6}),"rejoinWithinMs":(\d{1,6})\}/.exec(message) ?? [];
  return least === undefined || most === undefined ? null : { least: Number(least), most: Number(most) };
}
