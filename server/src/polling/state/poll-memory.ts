import { sourceErrorCodes } from '@tealight/contract';
import type { Rhythm, SourceErrorCode } from '@tealight/sources';
import * as z from 'zod/mini';
import { initialRhythm, type LearnedRhythm } from '../schedule/rhythm.ts';

/** A wait that a vendor asked for: since when (epoch ms), and for how long. */
export type RequestedWait = { since: number; ms: number };

/** A gap in the readings after `from`, and until when late readings may fill it. Epoch ms. */
export type Gap = { from: number; until: number };

/** What the poller remembers about a connection between two polls. Times in epoch ms. */
export type PollMemory = {
  learned: LearnedRhythm;
  /** A gap that late readings may still fill: it is read again until then. */
  gap: Gap | null;
  /** What is missing since that gap, for as long. Absent or null: nothing. */
  laterGap?: Gap | null | undefined;
  /** The hashed address of the last call. */
  vendorAddress: string | null;
  /** No sign-in with the stored login before this time. */
  signInAt: number;
  /** The sign-in throttle has reserved that time for this connection. */
  isSignInReserved: boolean;
  /** Sign-ins with the stored login since a session last worked. */
  signIns?: number | undefined;
  /** How often in a row the history could not be read. */
  backfillFailures?: number | undefined;
  /** The wait that the vendor asked for, and with which error. Absent or null: none. */
  requestedWait?: (RequestedWait & { errorCode: SourceErrorCode }) | null | undefined;
  /** When the vendor first rejected the login; it has not answered otherwise since. */
  rejectedAt?: number | null | undefined;
  /** When the last poll started. */
  polledAt?: number | undefined;
  /** More frequent polls after an outage: until when, and how many so far. */
  recovery?: { until: number; polls: number } | null | undefined;
};

const GapSchema = z.object({ from: z.number(), until: z.number() });
const PollMemorySchema = z.object({
  learned: z.object({
    recent: z.array(z.number()),
    delayMs: z.number(),
    extraDelayMs: z.number(),
    hits: z.number(),
    missedAt: z.nullable(z.number()),
    isLive: z.optional(z.boolean()),
  }),
  gap: z.nullable(GapSchema),
  laterGap: z.nullish(GapSchema),
  vendorAddress: z.nullable(z.string()),
  signInAt: z.number(),
  isSignInReserved: z.boolean(),
  backfillFailures: z.optional(z.number()),
  signIns: z.optional(z.number()),
  requestedWait: z.nullish(
    z.object({ since: z.number(), ms: z.number(), errorCode: z.enum(sourceErrorCodes) }),
  ),
  rejectedAt: z.nullish(z.number()),
  polledAt: z.optional(z.number()),
  recovery: z.nullish(z.object({ until: z.number(), polls: z.number() })),
});

/** The stored memory. A text that cannot be parsed, such as one of an older version, gives an empty one. */
export function parseMemory(text: string | null, rhythm: Rhythm): PollMemory {
  return (
    PollMemorySchema.safeParse(text === null ? null : parseJson(text)).data ?? {
      learned: initialRhythm(rhythm),
      gap: null,
      vendorAddress: null,
      signInAt: 0,
      isSignInReserved: false,
    }
  );
}

/** Rounds all numbers, so that the text stays short. */
export const serializeMemory = (memory: PollMemory): string =>
  JSON.stringify(memory, (_, value) => (typeof value === 'number' ? Math.round(value) : value));

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
