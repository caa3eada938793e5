import { type GlowMessage, normalCode } from '@tealight/contract';
import { type GlowConnection, glowConnection } from './glow-connection.ts';
import { serverClock } from './server-clock.ts';
import { loadStoredGlow, saveStoredGlow } from './stored-glow.ts';
import { loadStoredLamp, type StoredLamp, saveStoredLamp } from './stored-lamp.ts';

export type LampState = {
  readonly stored: StoredLamp;
  readonly connection: GlowConnection;
  /** Epoch milliseconds by the server's clock. */
  now: () => number;
  change: (settings: Partial<StoredLamp>) => void;
  connect: (code: string) => void;
  forget: () => void;
  /** Measures the server's clock again where that is due. */
  checkClock: () => void;
};

/** The state of a lamp: its settings, the server's clock, and its connection to the feed. */
export function lampState(changed: () => void): LampState {
  const stored = loadStoredLamp();
  let lastGlow: GlowMessage | null = null;
  const save = () => {
    const { code } = stored;
    // A demo of the lamps is not kept.
    if (lastGlow?.trying) return;
    if (lastGlow === null || code === null) saveStoredGlow(null);
    else saveStoredGlow({ code, glow: lastGlow, aheadMs: clock.aheadMs() });
  };
  const onGlow = (glow: GlowMessage | null) => {
    lastGlow = glow;
    save();
  };
  const clock = serverClock(() => {
    if (lastGlow !== null) save();
    changed();
  });
  const { now } = clock;
  const onJoined = () => void clock.measure();
  const connection = glowConnection({ now, changed, onGlow, onJoined });
  const change = (settings: Partial<StoredLamp>) => {
    saveStoredLamp(Object.assign(stored, settings));
    changed();
  };
  const connect = (code: string) => {
    const last = loadStoredGlow(code);
    lastGlow = last?.glow ?? null;
    if (last !== null) clock.restore(last.aheadMs);
    connection.connect(code, stored.id, last?.glow ?? null);
    change({ code });
    void clock.measure();
  };
  const forget = () => {
    change({ code: null });
    connection.disconnect();
  };
  const checkClock = () => {
    if (stored.code !== null) clock.check();
  };
  return { stored, connection, now, change, connect, forget, checkClock };
}

/** The code of `/lamp#code`; removed from the address, which others may see. */
export function codeInAddress(): string | null {
  const code = normalCode(location.hash.slice(1));
  if (code !== null) history.replaceState(null, '', location.pathname);
  return code;
}
