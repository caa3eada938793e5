import { createHash } from 'node:crypto';
import type { GlowMessage } from '@tealight/contract';
import { SECOND } from '../shared/time-units.ts';

/** What every device of a wearer is sent; one object for all of them until it changes. */
export type GlowState = {
  readonly glow: GlowMessage;
  /** The same as JSON. */
  readonly text: string;
  /** Until when (epoch ms) it holds if nothing else happens; null: for good. */
  readonly until: number | null;
  /** When (epoch ms) the next reading should be here; null when nobody can tell. */
  readonly nextReadingAt: number | null;
};

/** How a wearer glows, as the devices need it. */
export type Glows = {
  glowStateFor(wearerId: number): Promise<GlowState>;
  watchGlow(wearerId: number, show: (glowState: GlowState) => void): () => void;
};

const mutedTexts = new WeakMap<GlowState, string>();
const tags = new WeakMap<GlowState, string>();

/** What a device is sent; one that is muted stays dark and still, and knows all the rest. */
export function textFor(glowState: GlowState, muted: boolean): string {
  if (!muted) return glowState.text;
  return remembered(mutedTexts, glowState, () =>
    JSON.stringify({ ...glowState.glow, brightness: 0, flash: false } satisfies GlowMessage),
  );
}

/** The entity tag of what a device is sent. */
export function tagOf(glowState: GlowState, muted: boolean): string {
  const tag = remembered(tags, glowState, () =>
    createHash('sha256').update(glowState.text).digest('base64url').slice(0, 16),
  );
  return muted ? `"${tag}-muted"` : `"${tag}"`;
}

function remembered(memory: WeakMap<GlowState, string>, glowState: GlowState, make: () => string): string {
  const known = memory.get(glowState) ?? make();
  memory.set(glowState, known);
  return known;
}

/** A device that polls comes again this soon when the next reading is overdue or nobody can tell when it comes. */
const OVERDUE_MS = 15 * SECOND;
const UNKNOWN_MS = 30 * SECOND;
/** No sooner than this, and no later even when a reading is hours away. */
const SOONEST_MS = 5 * SECOND;
const LATEST_MS = 300 * SECOND;

/** For how long (ms) a device that polls may keep what it was sent: until the next reading is due. */
export function keepMs({ glow, until, nextReadingAt }: GlowState, now: number): number {
  const dueMs = nextReadingAt === null || glow.stale ? UNKNOWN_MS : nextReadingAt - now;
  const keep = Math.min(LATEST_MS, Math.max(SOONEST_MS, dueMs <= 0 ? OVERDUE_MS : dueMs));
  return until === null ? keep : Math.max(0, Math.min(keep, until - now));
}
