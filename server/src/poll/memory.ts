import { troubles } from '@tealight/contract';
import type { Rhythm, Trouble } from '@tealight/sources';
import * as z from 'zod/mini';
import type { Wait } from './next-time.ts';
import { type Learnt, nothingLearnt } from './rhythm.ts';

/** What the poller keeps with a connection between two asks. */
export type Memory = {
  learnt: Learnt;
  /** A hole that late readings may still fill: asked for again until then. */
  gap: { from: number; until: number } | null;
  /** Where the source was asked, without naming it. */
  door: string | null;
  /** No sign-in with the kept login before this moment. */
  signInAt: number;
  /** That moment is this connection's turn among all that wait to sign in. */
  turn: boolean;
  /** Sign-ins with the kept login since a session last held. */
  signIns?: number | undefined;
  /** How often in a row the history could not be read. */
  fillFailures?: number | undefined;
  /** The vendor has asked to wait, and why. Absent or null: it has not. */
  wait?: (Wait & { trouble: Trouble }) | null | undefined;
  /** When the vendor began to refuse clearly; it has not answered otherwise since. */
  refusedAt?: number | null | undefined;
  /** Asked often for a while after an outage: until when, and how often so far. */
  recovery?: { until: number; asks: number } | null | undefined;
};

const Kept = z.object({
  learnt: z.object({
    recent: z.array(z.number()),
    first: z.number(),
    rest: z.number(),
    streak: z.number(),
    missedAt: z.nullable(z.number()),
    isLive: z.optional(z.boolean()),
  }),
  gap: z.nullable(z.object({ from: z.number(), until: z.number() })),
  door: z.nullable(z.string()),
  signInAt: z.number(),
  turn: z.boolean(),
  fillFailures: z.optional(z.number()),
  signIns: z.optional(z.number()),
  wait: z.nullish(z.object({ since: z.number(), ms: z.number(), trouble: z.enum(troubles) })),
  refusedAt: z.nullish(z.number()),
  recovery: z.nullish(z.object({ until: z.number(), asks: z.number() })),
});

/** What was kept; what cannot be read is learnt anew. */
export function recall(text: string | null, rhythm: Rhythm): Memory {
  const kept = Kept.safeParse(text === null ? null : parsed(text));
  return kept.data ?? { learnt: nothingLearnt(rhythm), gap: null, door: null, signInAt: 0, turn: false };
}

/** Milliseconds of habit are whole: the text stays short. */
export const keepsake = (memory: Memory): string =>
  JSON.stringify(memory, (_, value) => (typeof value === 'number' ? Math.round(value) : value));

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
