import type { GlowMessage } from '@tealight/contract';
import { type Feed, openFeed } from './feed.ts';
import { type FeedState, hasExpired, type Light, lightOf } from './light.ts';

/** Minimum interval between reconnects because of an expired reading. */
const MIN_RECONNECT_MS = 60_000;

export type GlowConnection = {
  readonly state: FeedState;
  light: () => Light;
  /** `last`: the last glow that is known, shown until the feed sends one. */
  connect: (code: string, id: string, last: GlowMessage | null) => void;
  disconnect: () => void;
  /** Reconnects immediately, when the network is back. */
  reconnect: () => void;
  /** Reconnects when the last reading has expired and the feed has sent no newer glow. */
  reconnectIfReadingExpired: () => void;
};

export type GlowConnectionOptions = {
  /** Epoch milliseconds of the server's clock. */
  now: () => number;
  changed: () => void;
  /** The feed has sent a glow; null: the code is not valid, and nothing it showed may be shown again. */
  onGlow: (glow: GlowMessage | null) => void;
  /** A connection to the feed has sent its first glow. */
  onJoined: () => void;
};

/** The connection to the feed and its last glow. */
export function glowConnection({ now, changed, onGlow, onJoined }: GlowConnectionOptions): GlowConnection {
  let lastGlow: GlowMessage | null = null;
  let state: FeedState = 'no-code';
  let feed: Feed | null = null;
  let reconnectedAt = -MIN_RECONNECT_MS;
  let hasAnswered = false;
  const show = (glow: GlowMessage | null) => {
    lastGlow = glow;
    onGlow(glow);
    changed();
  };
  const onFeedGlow = (glow: GlowMessage) => {
    hasAnswered = true;
    show(glow);
  };
  const onStateChange = (next: FeedState) => {
    state = next;
    if (next === 'wrong-code' || next === 'no-code') show(null);
    else changed();
  };
  const reconnect = () => feed?.reconnect();
  return {
    get state() {
      return state;
    },
    light: () => lightOf(lastGlow, now(), { hasAnswered, isLost: state !== 'joined' }),
    connect: (code, id, last) => {
      feed?.close();
      lastGlow = last;
      hasAnswered = false;
      feed = openFeed({ code, id, onStateChange, onGlow: onFeedGlow, onJoined });
    },
    disconnect: () => {
      feed?.close();
      feed = null;
      onStateChange('no-code');
    },
    reconnect,
    reconnectIfReadingExpired: () => {
      // The clocks may jump, this time does not.
      const at = performance.now();
      if (lastGlow === null || !hasExpired(lastGlow, now()) || at - reconnectedAt < MIN_RECONNECT_MS) return;
      reconnectedAt = at;
      reconnect();
    },
  };
}
