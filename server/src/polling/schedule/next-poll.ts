import type { Rhythm } from '@tealight/sources';
import { DAY, HOUR, MINUTE, SECOND } from '../../shared/time-units.ts';
import type { Connection } from '../../store/connections/connection-row.ts';
import type { PollMemory, RequestedWait } from '../state/poll-memory.ts';
import { isSlow, type LearnedRhythm, PERIODS_TO_SKIP_READINGS, periodOf } from './rhythm.ts';

/** Returns a random number from 0 up to 1. */
export type RandomNumber = () => number;

/** Polls close together while the next reading is due; then fewer with every reading that does not come. */
const POLLS_FOR_READING = [5, 3, 2, 1];
const CLOSE_MS = { least: 5 * SECOND, most: 12 * SECOND };
/** A sensor that has been silent for this long is polled at most every five minutes. */
const SILENT_AFTER_MS = HOUR;
const SILENT_INTERVAL_MS = 5 * MINUTE;
/** A poll this far behind the time when readings appear is worth one longer pause, which delays one reading. */
const DRIFT_MS = 4 * SECOND;
/** Slow polls that find nothing become rarer: after so many pauses without a reading, the interval in pauses. */
const SLOW_STAGES = [
  { pausesInVain: 15, interval: 3 },
  { pausesInVain: 5, interval: 2 },
];
/** The shortest pause after an answer that took long, however long ago the poll started. */
const PAUSE_AFTER_ANSWER_MS = 5 * SECOND;
/** Keeps connections apart that would be polled at the same moment. */
export const JITTER_MS = SECOND;

/** `polledAt`: when the poll started; `now`: when its answer had arrived. Epoch ms. */
export type PollTiming = { polledAt: number; now: number; random: RandomNumber };

/**
 * When to poll next (epoch ms): just after the next reading should be visible, a few times close together, then less
 * often. Never sooner than the vendor's shortest pause after the last poll.
 */
export function nextPollAt(
  learned: LearnedRhythm,
  rhythm: Rhythm,
  { polledAt, now, random }: PollTiming,
): number {
  const soonest = Math.max(polledAt + rhythm.pauseMs, now + Math.min(rhythm.pauseMs, PAUSE_AFTER_ANSWER_MS));
  const jitter = random() * JITTER_MS;
  const newest = learned.recent.at(-1);
  if (newest === undefined)
    return Math.max(soonest, now + Math.min(rhythm.everyMs, SILENT_INTERVAL_MS)) + jitter;
  if (now - newest > SILENT_AFTER_MS + learned.delayMs)
    return Math.max(soonest, now + SILENT_INTERVAL_MS) + jitter;
  const period = periodOf(learned, rhythm);
  if (isSlow(rhythm, period)) {
    const visibleAt = newest + period + learned.delayMs;
    const pausesInVain = (now - visibleAt) / rhythm.pauseMs;
    const interval = SLOW_STAGES.find((stage) => pausesInVain > stage.pausesInVain)?.interval ?? 1;
    // A pause that skips several readings cannot be aligned with any of them.
    if (rhythm.pauseMs > PERIODS_TO_SKIP_READINGS * period) return soonest + jitter;
    return slowPollAt(visibleAt, { soonest: soonest + (interval - 1) * rhythm.pauseMs, period, jitter });
  }
  for (let slot = Math.max(1, Math.floor((now - learned.delayMs - newest) / period)); ; slot += 1) {
    const polls = pollOffsets(learned, slot, rhythm).map((offset) => newest + slot * period + offset);
    // A poll that the last one's jitter has made a little too early still counts.
    const poll = polls.find((at) => at + JITTER_MS >= soonest);
    if (poll !== undefined) return Math.max(soonest, poll) + jitter;
  }
}

/**
 * A vendor that wants long pauses is polled after each of them. However exact, these polls drift away from the moment
 * when readings appear; a longer pause brings them back.
 */
function slowPollAt(
  visibleAt: number,
  { soonest, period, jitter }: { soonest: number; period: number; jitter: number },
): number {
  const missed = Math.floor((soonest - visibleAt) / period);
  const behind = soonest - visibleAt - missed * period;
  return behind <= DRIFT_MS ? soonest : visibleAt + (missed + 1) * period + jitter;
}

/** Times of the polls after the measurement of the expected reading (ms). `slot` 1 is the next reading, 2 the one after. */
function pollOffsets(learned: LearnedRhythm, slot: number, { pauseMs }: Rhythm): number[] {
  const polls = POLLS_FOR_READING[slot - 1] ?? 1;
  const apart = Math.max(pauseMs, Math.min(CLOSE_MS.most, CLOSE_MS.least + 1.4 * learned.extraDelayMs));
  return [0, 1, 2, 4, 10].slice(0, polls).map((steps) => learned.delayMs + steps * apart);
}

/** The soonest poll after one at `polledAt` for which somebody has asked (epoch ms). */
export const askedPollAt = (polledAt: number, { pauseMs, viewedPauseMs = pauseMs }: Rhythm): number =>
  polledAt + viewedPauseMs;

/** How long after an outage the phone and the vendor may still be catching up. Own choice: one reading of most sensors. */
const RECOVERY_MS = 6 * MINUTE;
/** Between the polls of that time, the last one repeated: 10,000 connections that recover at once make 222 calls a second. */
const RECOVERY_WAITS_MS = [15 * SECOND, 30 * SECOND, 45 * SECOND];

/**
 * The first answer after an outage is often empty, and the usual time for the next reading minutes away: until a
 * current reading is there, polls are more frequent. `isCaughtUp`: the reading that should be the newest is there.
 * `nextAt`: epoch ms, Infinity when there is nothing to recover.
 */
export function recoveryPollAt(
  { connection, memory, isCaughtUp }: { connection: Connection; memory: PollMemory; isCaughtUp: boolean },
  { polledAt, now, rhythm }: { polledAt: number; now: number; rhythm: Rhythm },
): { recovery: PollMemory['recovery']; nextAt: number } {
  const starts = connection.state === 'error' && connection.lastReadingAt !== null;
  const recovery = starts ? { until: now + RECOVERY_MS, polls: 0 } : (memory.recovery ?? null);
  const isOver =
    recovery === null || isCaughtUp || recovery.until <= now || recovery.until > now + RECOVERY_MS;
  if (isOver) return { recovery: null, nextAt: Number.POSITIVE_INFINITY };
  const waitMs = RECOVERY_WAITS_MS[Math.min(recovery.polls, RECOVERY_WAITS_MS.length - 1)] ?? 0;
  return {
    recovery: { until: recovery.until, polls: recovery.polls + 1 },
    nextAt: polledAt + Math.max(rhythm.pauseMs, waitMs),
  };
}

/** A connection that may recover is polled every 15 minutes, plus the jitter of a fifth. */
const MAX_INTERVAL_MS = 20 * MINUTE;
/** The longest interval until the next poll: a later time can only come from a clock that was ahead. */
export const longestIntervalMs = ({ pauseMs }: Pick<Rhythm, 'pauseMs'>): number =>
  Math.max(MAX_INTERVAL_MS, pauseMs + 5 * MINUTE);
export const MAX_BACKFILL_INTERVAL_MS = DAY;
/**
 * Clocks of nodes agree within this, and a node may be late with the time it read: only what is further ahead than
 * this was set by a clock that was ahead. Own choice.
 */
export const CLOCK_TOLERANCE_MS = 5 * SECOND;

/** When a connection is polled next, and when its history is read; null: not at all. Whole epoch ms. */
export type PollTimes = { nextAt: number | null; backfillAt: number | null };

/** Rounds both times, and limits them to their longest interval: every schedule goes through here. */
export function boundedTimes({ nextAt, backfillAt }: PollTimes, now: number, rhythm: Rhythm): PollTimes {
  return {
    nextAt: nextAt === null ? null : Math.ceil(Math.min(nextAt, now + longestIntervalMs(rhythm))),
    backfillAt: backfillAt === null ? null : Math.ceil(Math.min(backfillAt, now + MAX_BACKFILL_INTERVAL_MS)),
  };
}

/** Whether the time has come, or is so far ahead that it was set by a clock that was ahead. */
export const isDue = (at: number | null, now: number, longestMs: number): boolean =>
  at !== null && (at <= now || at > now + longestMs);

/** What is left of a wait, ms. */
export const remainingMs = ({ since, ms }: RequestedWait, now: number): number =>
  Math.max(0, since + ms - now);

/** A wait that was asked for while the clock was ahead starts again now. To be stored, so that it does so once. */
export const startedBy = <Wait extends RequestedWait>(wait: Wait, now: number): Wait =>
  wait.since > now ? { ...wait, since: now } : wait;
