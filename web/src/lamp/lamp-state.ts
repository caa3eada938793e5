import { type GlowMessage, normalCode } from '@tealight/contract';
import { type GlowConnection, glowConnection } from './glow-connection.ts';
import { serverClockAhead } from './server-clock.ts';
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
};

/** The state of a lamp: its settings, the server's clock, and its connection to the feed. */
export function lampState(changed: () => void): LampState {
  const stored = loadStoredLamp();
  let aheadMs = 0;
  const now = () => Date.now() + aheadMs;
  let lastGlow: GlowMessage | null = null;
  const save = () => {
    const { code } = stored;
    // A demo of the lamps is not kept.
    if (lastGlow?.trying) return;
    saveStoredGlow(lastGlow === null || code === null ? null : { code, glow: lastGlow, aheadMs });
  };
  const onGlow = (glow: GlowMessage | null) => {
    lastGlow = glow;
    save();
  };
  const connection = glowConnection({ now, changed, onGlow });
  const change = (settings: Partial<StoredLamp>) => {
    saveStoredLamp(Object.assign(stored, settings));
    changed();
  };
  const measure = async () => {
    aheadMs = (await serverClockAhead()) ?? aheadMs;
    if (lastGlow !== null) save();
    changed();
  };
  const connect = (code: string) => {
    const last = loadStoredGlow(code);
    aheadMs = last?.aheadMs ?? aheadMs;
    connection.connect(code, stored.id, last?.glow ?? null);
    change({ code });
    void measure();
  };
  const forget = () => {
    change({ code: null });
    connection.disconnect();
  };
  return { stored, connection, now, change, connect, forget };
}

/** The code of `/lamp#code`; removed from the address, which others may see. */
export function codeInAddress(): string | null {
  const code = normalCode(location.hash.slice(1));
  if (code !== null) history.replaceState(null, '', location.pathname);
  return code;
}
