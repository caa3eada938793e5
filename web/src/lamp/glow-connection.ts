import type { GlowMessage } from '@tealight/contract';
import { type Feed, openFeed } from './feed.ts';
import { type FeedState, hasExpired, type Light, lightOf } from './light.ts';

/** Minimum interval between reconnects because of an expired reading. */
const MIN_RECONNECT_MS = 60_000;

export type GlowConnection = {
  readonly state: FeedState;
  light: () => Light;
  connect: (code: string, id: string) => void;
  disconnect: () => void;
  /** Reconnects immediately, when the network is back. */
  reconnect: () => void;
  /** Reconnects when the last reading has expired and the feed has sent no newer glow. */
  reconnectIfExpired: () => void;
};

/** The connection to the feed and its last glow. `now`: epoch milliseconds of the server's clock. */
export function glowConnection(now: () => number, changed: () => void): GlowConnection {
  let lastGlow: GlowMessage | null = null;
  let state: FeedState = 'no-code';
  let feed: Feed | null = null;
  let reconnectedAt = 0;
  const onStateChange = (next: FeedState) => {
    state = next;
    if (next === 'wrong-code' || next === 'no-code') lastGlow = null;
    changed();
  };
  const onGlow = (glow: GlowMessage) => {
    lastGlow = glow;
    changed();
  };
  const reconnect = () => feed?.reconnect();
  return {
    get state() {
      return state;
    },
    light: () => lightOf(lastGlow, now()),
    connect: (code, id) => {
      feed?.close();
      lastGlow = null;
      feed = openFeed({ code, id, onStateChange, onGlow });
    },
    disconnect: () => {
      feed?.close();
      feed = null;
      onStateChange('no-code');
    },
    reconnect,
    reconnectIfExpired: () => {
      if (lastGlow === null || !hasExpired(lastGlow, now()) || now() - reconnectedAt < MIN_RECONNECT_MS)
        return;
      reconnectedAt = now();
      reconnect();
    },
  };
}
