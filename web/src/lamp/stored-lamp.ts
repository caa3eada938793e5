import * as z from 'zod/mini';
import { saveStoredGlow } from './stored-glow.ts';

/** The settings of this lamp in local storage: code, device id, brightness, and whether to show the number. */
const StoredLamp = z.object({
  code: z.nullable(z.string()),
  id: z.string(),
  /** Brightness in percent: 100 is not dimmed. */
  dim: z.number().check(z.gte(1), z.lte(100)),
  showsNumber: z.boolean(),
});
export type StoredLamp = z.output<typeof StoredLamp>;

const key = 'tealight-lamp';

/** The stored settings, or the defaults of a new lamp. */
export function loadStoredLamp(): StoredLamp {
  try {
    return StoredLamp.parse(JSON.parse(localStorage.getItem(key) ?? ''));
  } catch {
    return { code: null, id: newId(), dim: 100, showsNumber: false };
  }
}

export function saveStoredLamp(stored: StoredLamp): void {
  try {
    localStorage.setItem(key, JSON.stringify(stored));
  } catch {
    // Private windows may forbid storage; the lamp works without it.
  }
}

/** Whether this browser opens a lamp with a code that it has kept. */
export const isLampStored = (): boolean => loadStoredLamp().code !== null;

/** Removes the code, the settings and the last glow. */
export function forgetStoredLamp(): void {
  try {
    localStorage.removeItem(key);
  } catch {
    // Without storage there is nothing to remove.
  }
  saveStoredGlow(null);
}

// `randomUUID` exists only on secure pages; a lamp in a home network may be opened without TLS.
function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(8));
  return `lamp-${[...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}
