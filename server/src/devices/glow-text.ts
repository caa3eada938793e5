import { createHash } from 'node:crypto';
import type { GlowMessage } from '@tealight/contract';
import { SECOND } from '../shared/time-units.ts';

/** The message for every device of a wearer; one object for all of them until it changes. */
export type GlowState = {
  readonly glow: GlowMessage;
  /** The message as JSON. */
  readonly text: string;
  /** Whether muted devices show it too. */
  readonly reachesMuted: boolean;
  /** Until when (epoch ms) it is valid if nothing else happens; null: without end. */
  readonly until: number | null;
  /** When (epoch ms) the next reading is expected; null when unknown. */
  readonly nextReadingAt: number | null;
};

/** The glow of a wearer in the form that devices need. */
export type Glows = {
  glowStateFor(wearerId: number): Promise<GlowState>;
  watchGlow(wearerId: number, show: (glowState: GlowState) => void): () => void;
};

const mutedTexts = new WeakMap<GlowState, string>();
const tags = new WeakMap<GlowState, string>();

/** The message for a device. A muted one gets a dark glow without flashing or alarm; all other members stay. */
export function textFor(glowState: GlowState, muted: boolean): string {
  if (!muted || glowState.reachesMuted) return glowState.text;
  return remembered(mutedTexts, glowState, () => {
    const { alarm: _, ...glow } = glowState.glow;
    return JSON.stringify({ ...glow, brightness: 0, flash: false } satisfies GlowMessage);
  });
}

/** The entity tag of the message. */
export function etagOf(glowState: GlowState, muted: boolean): string {
  const tag = remembered(tags, glowState, () =>
    createHash('sha256').update(glowState.text).digest('base64url').slice(0, 16),
  );
  return muted && !glowState.reachesMuted ? `"${tag}-muted"` : `"${tag}"`;
}

function remembered(memory: WeakMap<GlowState, string>, glowState: GlowState, make: () => string): string {
  const known = memory.get(glowState) ?? make();
  memory.set(glowState, known);
  return known;
}

/** A device polls after this when the next reading is overdue or its time is unknown. */
const OVERDUE_MS = 15 * SECOND;
const UNKNOWN_MS = 30 * SECOND;
/** The shortest and the longest interval between two polls of a device. */
const SOONEST_MS = 5 * SECOND;
const LATEST_MS = 300 * SECOND;

/** How long (ms) a device may cache the response: until the next reading is due. */
export function cacheMs({ glow, until, nextReadingAt }: GlowState, now: number): number {
  const dueMs = nextReadingAt === null || glow.stale ? UNKNOWN_MS : nextReadingAt - now;
  const keep = Math.min(LATEST_MS, Math.max(SOONEST_MS, dueMs <= 0 ? OVERDUE_MS : dueMs));
  return until === null ? keep : Math.max(0, Math.min(keep, until - now));
}
