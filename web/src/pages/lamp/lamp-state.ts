import { type GlowMessage, normalCode } from '@tealight/contract';
import { type Feed, openFeed } from './feed.ts';
import { hasEnded, type Light, type Link, lightOf } from './light.ts';
import { type Memory, recall, remember } from './memory.ts';
import { serverClockAhead } from './server-clock.ts';

/** A feed that let a reading run out without a word is joined anew, but not more often than this. */
const DOUBT_EVERY_MS = 60_000;

export type LampState = {
  readonly memory: Memory;
  readonly link: Link;
  /** Epoch milliseconds by the server's clock. */
  now: () => number;
  light: () => Light;
  keep: (change: Partial<Memory>) => void;
  join: (code: string) => void;
  forget: () => void;
  /** Joins anew, at once: the network is back. */
  again: () => void;
  /** Joins anew when the feed went silent over a reading that ran out. */
  doubt: () => void;
};

/** Everything a lamp knows: its settings, what the feed told last, and how it stands with the feed. */
export function lampState(changed: () => void): LampState {
  const memory = recall();
  let told: GlowMessage | null = null;
  let link: Link = 'no-code';
  let feed: Feed | null = null;
  let aheadMs = 0;
  let doubtedAt = 0;
  const now = () => Date.now() + aheadMs;
  const linked = (how: Link) => {
    link = how;
    if (how === 'wrong-code' || how === 'no-code') told = null;
    changed();
  };
  const keep = (change: Partial<Memory>) => {
    remember(Object.assign(memory, change));
    changed();
  };
  const measure = async () => {
    aheadMs = await serverClockAhead();
    changed();
  };
  const join = (code: string) => {
    feed?.close();
    told = null;
    keep({ code });
    const hear = (glow: GlowMessage) => {
      told = glow;
      changed();
    };
    feed = openFeed({ code, id: memory.id, linked, told: hear });
    void measure();
  };
  return {
    memory,
    get link() {
      return link;
    },
    now,
    light: () => lightOf(told, now()),
    keep,
    join,
    forget: () => {
      feed?.close();
      feed = null;
      keep({ code: null });
      linked('no-code');
    },
    again: () => feed?.again(),
    doubt: () => {
      if (told === null || !hasEnded(told, now()) || now() - doubtedAt < DOUBT_EVERY_MS) return;
      doubtedAt = now();
      feed?.again();
    },
  };
}

/** The code of `/lamp#code`; it then leaves the address, which others may see. */
export function codeInAddress(): string | null {
  const code = normalCode(location.hash.slice(1));
  if (code !== null) history.replaceState(null, '', location.pathname);
  return code;
}
