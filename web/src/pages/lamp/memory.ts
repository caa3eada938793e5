import * as z from 'zod/mini';

/** What this screen remembers by itself: its code, its name among the devices, and how it likes to glow. */
const Memory = z.object({
  code: z.nullable(z.string()),
  id: z.string(),
  /** Brightness, 1 to 100. */
  dim: z.number().check(z.gte(1), z.lte(100)),
  showsNumber: z.boolean(),
});
export type Memory = z.output<typeof Memory>;

const key = 'tealight-lamp';

/** What was remembered, or a new lamp's first settings. A browser that keeps nothing forgets at the next visit. */
export function recall(): Memory {
  try {
    return Memory.parse(JSON.parse(localStorage.getItem(key) ?? ''));
  } catch {
    return { code: null, id: newId(), dim: 100, showsNumber: false };
  }
}

export function remember(memory: Memory): void {
  try {
    localStorage.setItem(key, JSON.stringify(memory));
  } catch {
    // A private window may refuse; the lamp glows all the same.
  }
}

// `randomUUID` exists only on secure pages; a lamp in a home network may be opened without TLS.
function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(8));
  return `lamp-${[...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}
