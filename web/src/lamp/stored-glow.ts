import { GlowMessage } from '@tealight/contract';
import * as z from 'zod/mini';

/** The last glow of a code in local storage, and how far the server's clock was ahead of this screen's, in ms. */
const StoredGlow = z.object({ code: z.string(), glow: GlowMessage, aheadMs: z.number() });
type StoredGlow = z.output<typeof StoredGlow>;

const key = 'tealight-lamp-glow';

/** The last glow of this code, so that a lamp that starts without a network still shows a reading that is valid. */
export function loadStoredGlow(code: string): StoredGlow | null {
  try {
    const stored = StoredGlow.parse(JSON.parse(localStorage.getItem(key) ?? ''));
    return stored.code === code ? stored : null;
  } catch {
    return null;
  }
}

/** Null removes it. */
export function saveStoredGlow(stored: StoredGlow | null): void {
  try {
    if (stored === null) localStorage.removeItem(key);
    else localStorage.setItem(key, JSON.stringify(stored));
  } catch {
    // Private windows may forbid storage; the lamp works without it.
  }
}
