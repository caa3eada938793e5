import { STALE_AFTER_MS, shownLateMs } from '@tealight/glucose';
import type { Rhythm } from '@tealight/sources';
import { MINUTE, SECOND } from '../../shared/time-units.ts';

/** What was learned about the sensor of one connection. Small: it is stored with the connection. */
export type LearnedRhythm = {
  /** Times of the newest readings, oldest first; epoch ms. */
  recent: readonly number[];
  /** How long after the measurement of a reading to poll for it, ms. */
  delayMs: number;
  /** When that is too early: how much longer the reading typically takes, ms. 0 when the second poll always finds it. */
  extraDelayMs: number;
  /** First polls for a reading, in a row, that found it. */
  hits: number;
  /** The last poll that did not find the expected reading; null before the first poll for it. Epoch ms. */
  missedAt: number | null;
  /** The vendor shows most sensors' readings late, but this sensor's at once. */
  isLive?: boolean | undefined;
};

/** Enough to find the period and to recognize repeated readings. */
const RECENT_READINGS = 20;
/** Fewer gaps between readings do not show a period. */
const GAPS_TO_LEARN = 3;
/** Gaps of one sensor differ by seconds in a minute; a missing reading makes one twice as long. */
const MAX_RATIO = 1.5;
const MIN_PERIOD_MS = 30 * SECOND;
const MAX_PERIOD_MS = 15 * MINUTE;
/** A pause of more periods than this skips readings. */
export const PERIODS_TO_SKIP_READINGS = 1.5;
/** A reading younger than this is shown at once; late ones are an hour old. Own choice. */
const LIVE_MS = 10 * MINUTE;
const STEP_MS = SECOND;
/** So many hits in a row that chance alone has this probability: readings come sooner now. */
const CHANCE_LEVEL = 0.1;
/** Nearly all polls after long pauses should find their reading: the next poll is a whole pause away. */
const SLOW_HIT_RATE = 0.95;
/** A poll this close to the learned delay confirms it. */
const NEAR_MS = 2 * SECOND;
/** A reading that took longer was held up by something other than the vendor's usual delay. */
const HELD_UP_MS = 3 * MINUTE;

export const initialRhythm = ({ visibleAfterMs }: Rhythm): LearnedRhythm => ({
  recent: [],
  delayMs: visibleAfterMs,
  extraDelayMs: SECOND,
  hits: 0,
  missedAt: null,
});

/**
 * The time between two readings of this sensor, ms: the median of the last three gaps where they agree, so that a new
 * sensor is followed at once, else the median of all known gaps, else the vendor's period. When the vendor's pause
 * between two polls is not shorter than its period, gaps only show our own polling, or a history that the vendor
 * stores at a lower resolution.
 */
export function periodOf({ recent }: LearnedRhythm, { everyMs, pauseMs }: Rhythm): number {
  if (pauseMs >= everyMs) return everyMs;
  const gaps = recent.slice(1).map((takenAt, index) => takenAt - (recent[index] ?? takenAt));
  if (gaps.length < GAPS_TO_LEARN) return everyMs;
  const last = gaps.slice(-GAPS_TO_LEARN).sort((a, b) => a - b);
  const agree = (last.at(-1) ?? 0) < MAX_RATIO * (last[0] ?? 0);
  const sorted = agree ? last : gaps.sort((a, b) => a - b);
  const median = sorted[Math.floor(sorted.length / 2)] ?? everyMs;
  return Math.min(MAX_PERIOD_MS, Math.max(MIN_PERIOD_MS, median));
}

/** Whether the vendor wants longer pauses than would fit between two readings. */
export const isSlow = ({ pauseMs }: Rhythm, period: number): boolean => pauseMs > period / 2;

/** When the reading after the newest is measured, epoch ms; null before the first. */
export function expectedAt(learned: LearnedRhythm, rhythm: Rhythm): number | null {
  const newest = learned.recent.at(-1);
  return newest === undefined ? null : newest + periodOf(learned, rhythm);
}

/** The vendor's rhythm as it applies to this sensor. */
export function rhythmFor({ isLive }: LearnedRhythm, rhythm: Rhythm): Rhythm {
  return isLive ? { ...rhythm, ...rhythm.live } : rhythm;
}

/** How old the newest reading may be before its sensor counts as silent, ms: what the source takes by design comes first. */
export const currentForMs = (rhythm: Rhythm): number =>
  STALE_AFTER_MS + Math.max(rhythm.visibleAfterMs, shownLateMs(rhythm));

/** Learns whether the vendor shows this sensor's readings at once; only a new reading shows that. */
function learnWhetherLive(
  learned: LearnedRhythm,
  { polledAt, takenAt }: { polledAt: number; takenAt: readonly number[] },
  rhythm: Rhythm,
): LearnedRhythm {
  const newest = takenAt.at(-1);
  if (rhythm.live === undefined || newest === undefined || newest <= (learned.recent.at(-1) ?? 0))
    return learned;
  const isLive = polledAt - newest < LIVE_MS;
  if (isLive === (learned.isLive ?? false)) return learned;
  return { ...learned, isLive, delayMs: rhythmFor({ ...learned, isLive }, rhythm).visibleAfterMs };
}

/** Learns from the answer to a poll at `polledAt` with new readings of these times; none: the poll was in vain. */
export function learn(
  before: LearnedRhythm,
  answer: { polledAt: number; takenAt: readonly number[] },
  vendor: Rhythm,
): LearnedRhythm {
  const { polledAt, takenAt } = answer;
  const learned = learnWhetherLive(before, answer, vendor);
  const rhythm = rhythmFor(learned, vendor);
  const known = learned.recent.at(-1) ?? Number.NEGATIVE_INFINITY;
  const recent = [...new Set([...learned.recent, ...takenAt])].sort((a, b) => a - b).slice(-RECENT_READINGS);
  const newest = recent.at(-1) ?? known;
  if (isSlow(rhythm, periodOf(learned, rhythm)))
    return learnFromSlowPoll({ ...learned, recent }, polledAt, rhythm);
  if (newest <= known) {
    const isEarly = polledAt < (expectedAt(learned, rhythm) ?? 0);
    return { ...learned, recent, missedAt: isEarly ? learned.missedAt : polledAt };
  }
  const delayMs = polledAt - newest;
  const isNextReading = learned.recent.length > 1 && newest - known < 1.5 * periodOf(learned, rhythm);
  if (!isNextReading || delayMs > HELD_UP_MS) return { ...learned, recent, missedAt: null };
  const hitRate = targetHitRate(learned, rhythm);
  const adjusted =
    learned.missedAt === null
      ? withShorterDelay(learned, hitRate)
      : // A later time than this poll's was set by a clock that was ahead.
        withLongerDelay(learned, hitRate, Math.min(learned.missedAt, polledAt) - newest);
  return { ...adjusted, recent, missedAt: null };
}

/** The age of the newest reading shows whether the one that should just have appeared was there. */
function learnFromSlowPoll(learned: LearnedRhythm, polledAt: number, rhythm: Rhythm): LearnedRhythm {
  const newest = learned.recent.at(-1);
  const period = periodOf(learned, rhythm);
  // Longer pauses skip readings: there is no telling which of them the poll was for.
  if (newest === undefined || rhythm.pauseMs > PERIODS_TO_SKIP_READINGS * period) return learned;
  const behind = polledAt - newest - learned.delayMs;
  if (Math.abs(behind) <= NEAR_MS) return withShorterDelay(learned, SLOW_HIT_RATE);
  if (Math.abs(behind - period) > NEAR_MS) return learned;
  return { ...learned, hits: 0, delayMs: (learned.delayMs + STEP_MS * SLOW_HIT_RATE) % period };
}

/**
 * The share of first polls that should find their reading. Polling later delays readings, polling sooner costs calls:
 * four in five where readings appear within seconds of each other, half where their delays vary a lot. Where the
 * second poll has to wait long, a first one in vain costs more than a later one.
 */
function targetHitRate({ extraDelayMs }: LearnedRhythm, { pauseMs }: Rhythm): number {
  const variation = Math.min(1, extraDelayMs / (5 * SECOND));
  const longPause = Math.min(1, Math.max(0, pauseMs / (10 * SECOND) - 1));
  return 0.8 - 0.28 * variation + 0.19 * longPause * (1 - variation);
}

/** The steps in both directions are sized so that they balance at the target hit rate. */
const stepOf = ({ extraDelayMs }: LearnedRhythm) => Math.max(STEP_MS, extraDelayMs / 3);

/** By how much to shorten the delay after this many hits in a row (ms): more hits mean that it is further off. */
function shorterByMs(learned: LearnedRhythm, hits: number, hitRate: number): number {
  const hitsByChance = Math.log(CHANCE_LEVEL) / Math.log(hitRate);
  return Math.max(1, hits - hitsByChance) * stepOf(learned) * (1 - hitRate);
}

function withShorterDelay(learned: LearnedRhythm, hitRate: number): LearnedRhythm {
  const hits = learned.hits + 1;
  return { ...learned, hits, delayMs: Math.max(0, learned.delayMs - shorterByMs(learned, hits, hitRate)) };
}

/** `missedAfterMs`: how long after the measurement a poll did not find the reading yet. */
function withLongerDelay(learned: LearnedRhythm, hitRate: number, missedAfterMs: number): LearnedRhythm {
  const missingMs = Math.max(0, missedAfterMs - learned.delayMs);
  // A large step that went too far is taken back completely.
  const longerByMs = Math.max(stepOf(learned) * hitRate, shorterByMs(learned, learned.hits, hitRate));
  return {
    ...learned,
    hits: 0,
    delayMs: learned.delayMs + longerByMs,
    extraDelayMs: learned.extraDelayMs + (missingMs - learned.extraDelayMs) / 8,
  };
}
