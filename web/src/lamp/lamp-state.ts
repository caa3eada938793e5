import { normalCode } from '@tealight/contract';
import { type GlowConnection, glowConnection } from './glow-connection.ts';
import { serverClockAhead } from './server-clock.ts';
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
  const connection = glowConnection(now, changed);
  const change = (settings: Partial<StoredLamp>) => {
    saveStoredLamp(Object.assign(stored, settings));
    changed();
  };
  const measure = async () => {
    aheadMs = await serverClockAhead();
    changed();
  };
  const connect = (code: string) => {
    connection.connect(code, stored.id);
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
