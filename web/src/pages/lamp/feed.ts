import { feedPath, GlowMessage, SLOW_DOWN_CLOSE, WRONG_CODE_CLOSE } from '@tealight/contract';
import type { Link } from './light.ts';

/** First wait before joining again; doubles with every failure. */
const RETRY_MS = 1000;
const RETRY_MAX_MS = 30_000;
/** How long a lamp that guessed too often stays quiet. */
const SLOW_DOWN_MS = 60_000;

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

  const join = () => {
    const mine = new WebSocket(feedAddress());
    socket = mine;
    mine.onopen = () => mine.send(JSON.stringify({ code, id, kind: 'lamp' }));
    mine.onmessage = ({ data }) => {
      const glow = glowIn(data);
      if (mine !== socket || glow === null) return;
      failures = 0;
      hint = glow.hint ?? hint;
      linked('joined');
      told(glow);
    };
    mine.onclose = ({ code: reason }) => mine === socket && lost(reason);
  };
  const lost = (reason: number) => {
    if (reason === WRONG_CODE_CLOSE) return linked('wrong-code');
    linked(reason === SLOW_DOWN_CLOSE ? 'slow-down' : 'lost');
    timer = setTimeout(join, reason === SLOW_DOWN_CLOSE ? jittered(SLOW_DOWN_MS) : retryMs(failures, hint));
    failures += 1;
  };
  const drop = () => {
    clearTimeout(timer);
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
