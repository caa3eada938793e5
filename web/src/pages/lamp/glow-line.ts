import type { GlowMessage } from '@tealight/contract';
import { type Feed, openFeed } from './feed.ts';
import { hasEnded, type Light, type Link, lightOf } from './light.ts';

/** A feed that let a reading run out without a word is joined anew, but not more often than this. */
const DOUBT_EVERY_MS = 60_000;

export type GlowLine = {
  readonly link: Link;
  light: () => Light;
  join: (code: string, id: string) => void;
  part: () => void;
  /** Joins anew, at once: the network is back. */
  again: () => void;
  /** Joins anew when the feed went silent over a reading that ran out. */
  doubt: () => void;
};

/** The line to the feed and what it told last. `now`: epoch milliseconds by the server's clock. */
export function glowLine(now: () => number, changed: () => void): GlowLine {
  let told: GlowMessage | null = null;
  let link: Link = 'no-code';
  let feed: Feed | null = null;
  let doubtedAt = 0;
  const linked = (how: Link) => {
    link = how;
    if (how === 'wrong-code' || how === 'no-code') told = null;
    changed();
  };
  const hear = (glow: GlowMessage) => {
    told = glow;
    changed();
  };
  const again = () => feed?.again();
  return {
    get link() {
      return link;
    },
    light: () => lightOf(told, now()),
    join: (code, id) => {
      feed?.close();
      told = null;
      feed = openFeed({ code, id, linked, told: hear });
    },
    part: () => {
      feed?.close();
      feed = null;
      linked('no-code');
    },
    again,
    doubt: () => {
      if (told === null || !hasEnded(told, now()) || now() - doubtedAt < DOUBT_EVERY_MS) return;
      doubtedAt = now();
      again();
    },
  };
}
