import { feedPath, GlowMessage, SLOW_DOWN_CLOSE, WRONG_CODE_CLOSE } from '@tealight/contract';
import type { Link } from './light.ts';

/** First wait before joining again; doubles with every failure. */
const RETRY_MS = 1000;
const RETRY_MAX_MS = 30_000;
/** A node that answers nothing within this is given up for another. Own choice. */
const JOIN_WITHIN_MS = 6000;
/** How long a lamp that guessed too often stays quiet. */
const SLOW_DOWN_MS = 60_000;

/** Not a close code: the line said nothing any more. */
const SILENT = 0;

type Hint = GlowMessage['hint'];

export type FeedWish = {
  code: string;
  /** This screen, the same every time it joins. */
  id: string;
  told: (glow: GlowMessage) => void;
  linked: (link: Link) => void;
};

/** `again` drops what may be a dead line and joins at once; `close` is for good. */
export type Feed = { again: () => void; close: () => void };

/** Joins the glow feed and stays: lost lines are joined again with growing, jittered waits. */
export function openFeed({ code, id, told, linked }: FeedWish): Feed {
  let socket: WebSocket | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let failures = 0;
  let hint: Hint;
  let watchdog: ReturnType<typeof setTimeout> | undefined;

  /** A browser says nothing of a connection that died silently: one that misses its heartbeats is left. */
  const watch = (forMs: number | null) => {
    clearTimeout(watchdog);
    const watched = socket;
    if (forMs !== null) watchdog = setTimeout(() => leave(watched), forMs);
  };
  const leave = (silent: WebSocket | null) => {
    if (silent !== socket) return;
    socket = null;
    silent?.close();
    lost(SILENT);
  };
  const join = () => {
    const mine = new WebSocket(feedAddress());
    socket = mine;
    watch(JOIN_WITHIN_MS);
    mine.onopen = () => mine.send(JSON.stringify({ code, id, kind: 'lamp', heartbeat: true }));
    mine.onmessage = ({ data }) => {
      if (mine !== socket) return;
      const glow = glowIn(data);
      hint = glow?.hint ?? hint;
      watch(silentMs(hint));
      if (glow === null) return;
      failures = 0;
      linked('joined');
      told(glow);
    };
    mine.onclose = ({ code: reason }) => mine === socket && lost(reason);
  };
  const lost = (reason: number) => {
    watch(null);
    if (reason === WRONG_CODE_CLOSE) return linked('wrong-code');
    linked(reason === SLOW_DOWN_CLOSE ? 'slow-down' : 'lost');
    // Of a node that went silent the lamps notice at different moments already.
    const waitMs = reason === SILENT ? retryMs(failures) : retryMs(failures, hint);
    timer = setTimeout(join, reason === SLOW_DOWN_CLOSE ? jittered(SLOW_DOWN_MS) : waitMs);
    failures += 1;
  };
  const drop = () => {
    clearTimeout(timer);
    watch(null);
    const old = socket;
    socket = null;
    old?.close();
  };

  linked('joining');
  join();
  return { again: () => [drop(), join()], close: drop };
}

/**
 * A wait before the next try, so that lamps which lost one server do not all come back in the same instant: first
 * as the server has asked, then longer with every failure.
 */
export function retryMs(failures: number, hint?: Hint): number {
  if (failures > 0 || hint === undefined) return jittered(Math.min(RETRY_MAX_MS, RETRY_MS * 2 ** failures));
  return hint.rejoinAfterMs + Math.random() * (hint.rejoinWithinMs - hint.rejoinAfterMs);
}

/** How long a line may be silent: two heartbeats and half a second for the way. Null: the server sends none. */
function silentMs(hint: Hint): number | null {
  return hint?.heartbeatMs === undefined ? null : 2 * hint.heartbeatMs + 500;
}

const jittered = (ms: number) => ms * (0.5 + Math.random() / 2);

function feedAddress(): string {
  const address = new URL(feedPath, location.href);
  address.protocol = address.protocol === 'https:' ? 'wss:' : 'ws:';
  address.hash = '';
  return address.href;
}

function glowIn(data: unknown): GlowMessage | null {
  try {
    const read = GlowMessage.safeParse(JSON.parse(String(data)));
    return read.success ? read.data : null;
  } catch {
    return null;
  }
}
