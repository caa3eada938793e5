import type { Rhythm } from '@tealight/sources';
import { DAY, MINUTE, SECOND } from '../times.ts';

/** A source that could come back is asked every 15 minutes, and some are spread by a fifth of it. */
const STEP_MS = 20 * MINUTE;
/** Longest steps ahead, so that a moment further ahead than this can only come from a clock that ran ahead. */
export const longestStepMs = ({ pauseMs }: Pick<Rhythm, 'pauseMs'>): number =>
  Math.max(STEP_MS, pauseMs + 5 * MINUTE);
export const LONGEST_FILL_STEP_MS = DAY;
/** A dead node's work is another's after this and one look: within 30 seconds. */
export const LEASE_MS = 20 * SECOND;
/**
 * Nodes agree about the time within this, and a node may be late with what it read from its clock: only what lies so
 * much further ahead than it can was set by a clock that ran ahead. Own choice.
 */
export const CLOCKS_AGREE_MS = 5 * SECOND;

/** When a connection is asked next, and for its history; null: not at all. Whole epoch ms. */
export type NextTimes = { nextAt: number | null; fillAt: number | null };

/** The one place that decides both: whatever was reckoned, they are whole and never further ahead than their longest step. */
export function nextTimes({ nextAt, fillAt }: NextTimes, now: number, rhythm: Rhythm): NextTimes {
  return {
    nextAt: nextAt === null ? null : Math.ceil(Math.min(nextAt, now + longestStepMs(rhythm))),
    fillAt: fillAt === null ? null : Math.ceil(Math.min(fillAt, now + LONGEST_FILL_STEP_MS)),
  };
}

/** Whether the moment has come, or lies so far ahead that it was set by a clock that ran ahead. */
export const isDue = (at: number | null, now: number, longestMs: number): boolean =>
  at !== null && (at <= now || at > now + longestMs);

/** A time that a vendor asked us to wait: when it said so, and for how long. */
export type Wait = { since: number; ms: number };

/** What is left of it, ms. Where the clock was set back meanwhile it begins again. */
export function leftOf({ since, ms }: Wait, now: number): number {
  return since > now ? ms : Math.max(0, since + ms - now);
}
