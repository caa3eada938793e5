import type { Rhythm } from '@tealight/sources';
import { MINUTE, SECOND } from '../times.ts';

/** What was learnt of one connection's sensor. Small: it is kept with the connection, not in memory. */
export type Learnt = {
  /** Moments of the newest readings, oldest first. */
  recent: readonly number[];
  /** How long after the measurement to ask for a reading, in milliseconds. */
  first: number;
  /** How much longer it was not there, typically, when that was too early: 0 when the second ask always found it. */
  rest: number;
  /** First asks in a row that were not too early. */
  streak: number;
  /** The last ask in vain for the reading that is awaited; null when it has not been asked for yet. */
  missedAt: number | null;
  /** Of a vendor that shows some readings at once and most of them late: this sensor's come at once. */
  isLive?: boolean | undefined;
};

/** Enough to tell the period and to recognise what is told again. */
const RECENT = 20;
/** Gaps between readings; fewer say nothing. */
const GAPS_TO_LEARN = 3;
/** Gaps of one sensor differ by seconds in a minute; a reading that was left out makes one twice as long. */
const AGREEING = 1.5;
const SHORTEST_PERIOD_MS = 30 * SECOND;
const LONGEST_PERIOD_MS = 15 * MINUTE;
/** Periods that make a pause so long that it skips readings. */
export const LONG_PAUSE = 1.5;
/** What is seen so soon is shown at once; late ones are an hour old. Own choice. */
const LIVE_MS = 10 * MINUTE;
const STEP_MS = SECOND;
/** More first asks in a row that find their reading than chance gives one time in ten: readings come sooner now. */
const LUCK = 0.1;
/** Of asks that follow each other slowly nearly all should find their reading: the next chance is a whole pause away. */
const SLOW_AIM = 0.95;
/** An ask so near the learnt moment says something about it. */
const NEAR_MS = 2 * SECOND;
/** A reading that took longer was held up by something else than its vendor's habit. */
const HELD_UP_MS = 3 * MINUTE;

export const nothingLearnt = ({ visibleAfterMs }: Rhythm): Learnt => ({
  recent: [],
  first: visibleAfterMs,
  rest: SECOND,
  streak: 0,
  missedAt: null,
});

/**
 * Between two readings of this sensor, in milliseconds: the last three gaps where they agree, so that a new sensor is
 * followed at once, else the median of the last gaps, else the vendor's own. Where the pause between two asks is no
 * shorter than that, gaps only mirror our own asking, and a past that the vendor keeps more coarsely than it tells the
 * present.
 */
export function periodOf({ recent }: Learnt, { everyMs, pauseMs }: Rhythm): number {
  if (pauseMs >= everyMs) return everyMs;
  const gaps = recent.slice(1).map((takenAt, index) => takenAt - (recent[index] ?? takenAt));
  if (gaps.length < GAPS_TO_LEARN) return everyMs;
  const last = gaps.slice(-GAPS_TO_LEARN).sort((a, b) => a - b);
  const agreed = (last.at(-1) ?? 0) < AGREEING * (last[0] ?? 0);
  const telling = agreed ? last : gaps.sort((a, b) => a - b);
  const median = telling[Math.floor(telling.length / 2)] ?? everyMs;
  return Math.min(LONGEST_PERIOD_MS, Math.max(SHORTEST_PERIOD_MS, median));
}

/** Whether the vendor wants longer pauses than would fit between two readings. */
export const isSlow = ({ pauseMs }: Rhythm, period: number): boolean => pauseMs > period / 2;

/** When the reading after the newest is measured; null before the first. */
export function expectedAt(learnt: Learnt, rhythm: Rhythm): number | null {
  const newest = learnt.recent.at(-1);
  return newest === undefined ? null : newest + periodOf(learnt, rhythm);
}

/** The vendor's habits as they are for this sensor. */
export function rhythmFor({ isLive }: Learnt, rhythm: Rhythm): Rhythm {
  return isLive ? { ...rhythm, ...rhythm.live } : rhythm;
}

/** Whether the vendor shows this sensor's readings at once; only a new reading says anything about it. */
function learnWhetherLive(
  learnt: Learnt,
  { askedAt, takenAt }: { askedAt: number; takenAt: readonly number[] },
  rhythm: Rhythm,
): Learnt {
  const newest = takenAt.at(-1);
  if (rhythm.live === undefined || newest === undefined || newest <= (learnt.recent.at(-1) ?? 0))
    return learnt;
  const isLive = askedAt - newest < LIVE_MS;
  if (isLive === (learnt.isLive ?? false)) return learnt;
  return { ...learnt, isLive, first: rhythmFor({ ...learnt, isLive }, rhythm).visibleAfterMs };
}

/** After an answer at `askedAt` with these new moments; none: it was asked in vain. */
export function learn(
  before: Learnt,
  found: { askedAt: number; takenAt: readonly number[] },
  vendor: Rhythm,
): Learnt {
  const { askedAt, takenAt } = found;
  const learnt = learnWhetherLive(before, found, vendor);
  const rhythm = rhythmFor(learnt, vendor);
  const known = learnt.recent.at(-1) ?? Number.NEGATIVE_INFINITY;
  const recent = [...new Set([...learnt.recent, ...takenAt])].sort((a, b) => a - b).slice(-RECENT);
  const newest = recent.at(-1) ?? known;
  if (isSlow(rhythm, periodOf(learnt, rhythm))) return learnSlowly({ ...learnt, recent }, askedAt, rhythm);
  if (newest <= known) {
    const early = askedAt < (expectedAt(learnt, rhythm) ?? 0);
    return { ...learnt, recent, missedAt: early ? learnt.missedAt : askedAt };
  }
  const delayMs = askedAt - newest;
  const usual = learnt.recent.length > 1 && newest - known < 1.5 * periodOf(learnt, rhythm);
  if (!usual || delayMs > HELD_UP_MS) return { ...learnt, recent, missedAt: null };
  const target = aim(learnt, rhythm);
  const better =
    learnt.missedAt === null ? sooner(learnt, target) : later(learnt, target, learnt.missedAt - newest);
  return { ...better, recent, missedAt: null };
}

/** The age of the newest reading tells whether the one that should just have appeared was there. */
function learnSlowly(learnt: Learnt, askedAt: number, rhythm: Rhythm): Learnt {
  const newest = learnt.recent.at(-1);
  const period = periodOf(learnt, rhythm);
  // Longer pauses skip readings: which of them was awaited cannot be told.
  if (newest === undefined || rhythm.pauseMs > LONG_PAUSE * period) return learnt;
  const behind = askedAt - newest - learnt.first;
  if (Math.abs(behind) <= NEAR_MS) return sooner(learnt, SLOW_AIM);
  if (Math.abs(behind - period) > NEAR_MS) return learnt;
  return { ...learnt, streak: 0, first: (learnt.first + STEP_MS * SLOW_AIM) % period };
}

/**
 * How many first asks should find their reading. Asking later costs waiting, asking sooner costs calls: with
 * readings that come within seconds of each other four in five, with scattered ones half. Where a second ask has to
 * wait long, a first one in vain costs more than a later one.
 */
function aim({ rest }: Learnt, { pauseMs }: Rhythm): number {
  const scattered = Math.min(1, rest / (5 * SECOND));
  const patient = Math.min(1, Math.max(0, pauseMs / (10 * SECOND) - 1));
  return 0.8 - 0.28 * scattered + 0.19 * patient * (1 - scattered);
}

/** The two steps are sized so that they balance when the aim is met. */
const stepOf = ({ rest }: Learnt) => Math.max(STEP_MS, rest / 3);

/** Sooner by so much after this many finds in a row: the longer it went well, the further off the moment is. */
function hasteOf(learnt: Learnt, streak: number, target: number): number {
  const byChance = Math.log(LUCK) / Math.log(target);
  return Math.max(1, streak - byChance) * stepOf(learnt) * (1 - target);
}

function sooner(learnt: Learnt, target: number): Learnt {
  const streak = learnt.streak + 1;
  return { ...learnt, streak, first: Math.max(0, learnt.first - hasteOf(learnt, streak, target)) };
}

function later(learnt: Learnt, target: number, notYetMs: number): Learnt {
  const missing = Math.max(0, notYetMs - learnt.first);
  // A step that was hasty and went too far is taken back as a whole.
  const back = Math.max(stepOf(learnt) * target, hasteOf(learnt, learnt.streak, target));
  return {
    ...learnt,
    streak: 0,
    first: learnt.first + back,
    rest: learnt.rest + (missing - learnt.rest) / 8,
  };
}
