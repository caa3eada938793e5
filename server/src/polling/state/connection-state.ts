import { longestDelayMs, type Reading } from '@tealight/glucose';
import type { Rhythm, SourceError, SourceErrorCode } from '@tealight/sources';
import { DAY, HOUR, MINUTE, SECOND } from '../../shared/time-units.ts';
import type { Connection, ConnectionState } from '../../store/connections/connection-row.ts';
import {
  isDue,
  MAX_BACKFILL_INTERVAL_MS,
  nextPollAt,
  type PollTiming,
  recoveryPollAt,
} from '../schedule/next-poll.ts';
import { currentForMs, learn, periodOf, rhythmFor } from '../schedule/rhythm.ts';
import { gapsAfter, openGaps } from './gaps.ts';
import { type PollMemory, serializeMemory } from './poll-memory.ts';

/** What the first poll reads of what should be visible: enough to show a reading and its trend at once; older ones follow. */
const FIRST_READ_MS = 3 * HOUR;
/** Readings that were held up arrive after newer ones: every poll reads this far back. */
const OVERLAP_MS = 15 * MINUTE;
/** A source with longer pauses than this is read completely by the first poll. */
const READ_ALL_PAUSE_MS = MINUTE;
/** Waits after each backfill in a row that failed; the last one repeated. */
const BACKFILL_AGAIN_MS = [HOUR, 4 * HOUR, DAY];
/** A reading that is this much later than expected does not mean that the source lags behind. */
const LATE_MS = 15 * SECOND;

/** The properties of a source that matter for its schedule. */
export type SourceTiming = { rhythm: Rhythm; historyMs: number };
type PolledConnection = { connection: Connection; memory: PollMemory };

/** From when on to read (epoch ms), and whether this poll reads the whole history. */
export function readRange(
  connection: Connection,
  memory: PollMemory,
  { now, rhythm, historyMs }: SourceTiming & { now: number },
): { isBackfill: boolean; since: number } {
  const { lastReadingAt, backfillAt, state } = connection;
  const oldest = now - historyMs;
  const isBackfill =
    isDue(backfillAt, now, MAX_BACKFILL_INTERVAL_MS) &&
    (answersNow(state) || isReadAtOnce({ rhythm, historyMs }));
  if (isBackfill) return { isBackfill, since: oldest };
  if (lastReadingAt === null)
    return { isBackfill, since: now - Math.min(historyMs, FIRST_READ_MS + longestDelayMs(rhythm)) };
  const gapStart = openGaps(memory, now)[0]?.from ?? lastReadingAt;
  const overlap = Math.max(OVERLAP_MS, rhythm.historyAfterMs ?? 0);
  return { isBackfill, since: Math.max(oldest, Math.min(lastReadingAt - overlap, gapStart)) };
}

/** Whether the last poll was answered: until then, a failure is one of the source and not only of its history. */
export const answersNow = (state: ConnectionState['state']): boolean =>
  state === 'fine' || state === 'silent';

const isReadAtOnce = ({ rhythm, historyMs }: SourceTiming) =>
  historyMs <= DAY || rhythm.pauseMs >= READ_ALL_PAUSE_MS;

type PollAnswer = {
  newReadings: readonly Reading[];
  /** Times of the new readings and of the stored ones near them, oldest first. */
  knownTimes: readonly number[];
  isBackfill: boolean;
  /** Older readings that the source has are missing: the history is read again later. */
  isIncomplete: boolean;
};

/** The state after an answer. An answer without readings is neither an error nor a recovery. */
export function stateAfterAnswer(
  { connection, memory }: PolledConnection,
  answer: PollAnswer,
  { polledAt, now, random, rhythm: vendorRhythm }: SourceTiming & PollTiming,
): ConnectionState {
  const newest = answer.knownTimes.at(-1) ?? 0;
  const lastReadingAt = Math.max(connection.lastReadingAt ?? 0, newest) || null;
  const learned = learn(memory.learned, { polledAt, takenAt: answer.knownTimes }, vendorRhythm);
  const rhythm = rhythmFor(learned, vendorRhythm);
  const isCurrent = lastReadingAt !== null && now - lastReadingAt < currentForMs(rhythm);
  const gaps = gapsAfter(answer.newReadings, { connection, memory, now, rhythm });
  const retry = answer.isIncomplete ? retryBackfill(memory, now) : null;
  const backfillAt = retry?.backfillAt ?? (answer.isBackfill ? null : connection.backfillAt);
  const state = isCurrent ? 'fine' : 'silent';
  const dueAfterMs = periodOf(learned, rhythm) + Math.max(learned.delayMs, rhythm.visibleAfterMs) + LATE_MS;
  const isCaughtUp = lastReadingAt !== null && now - lastReadingAt < dueAfterMs;
  const recovery = recoveryPollAt({ connection, memory, isCaughtUp }, { polledAt, now, rhythm });
  const next = Math.min(nextPollAt(learned, rhythm, { polledAt, now, random }), recovery.nextAt);
  const stateSince = state === 'silent' ? (lastReadingAt ?? now) : now;
  return {
    state,
    errorCode: null,
    lastReadingAt,
    backfillAt,
    since: state === connection.state ? connection.since : stateSince,
    failures: answer.newReadings.length > 0 ? 0 : Math.min(1, connection.failures),
    nextAt: backfillAt === null ? next : Math.min(next, Math.max(backfillAt, now + rhythm.pauseMs)),
    pollMemory: serializeMemory({
      ...memory,
      learned,
      ...gaps,
      recovery: recovery.recovery,
      requestedWait: null,
      rejectedAt: null,
      backfillFailures: retry?.backfillFailures ?? (answer.isBackfill ? 0 : memory.backfillFailures),
    }),
  };
}

/** The state after an error. `waitMs` null: polling stops until the wearer acts. */
export function stateAfterError(
  { connection, memory }: PolledConnection,
  { error, waitMs }: { error: SourceError; waitMs: number | null },
  now: number,
): ConnectionState {
  // An outage stays the same outage when its error code changes, until the wearer has to act.
  const isSameOutage =
    connection.state === 'error' && (connection.errorCode === error.errorCode || waitMs !== null);
  return {
    state: 'error',
    errorCode: error.errorCode,
    since: isSameOutage ? connection.since : now,
    failures: connection.failures + 1,
    nextAt: waitMs === null ? null : now + waitMs,
    backfillAt: connection.backfillAt,
    lastReadingAt: connection.lastReadingAt,
    pollMemory: serializeMemory(memory),
  };
}

/**
 * The state after a failed backfill: the history is read later, and what is current very soon, since this poll has not
 * read it either. Not polled before `waitMs`.
 */
export function stateAfterBackfillError(
  { connection, memory }: PolledConnection,
  waitMs: number,
  { polledAt, now, rhythm }: { polledAt: number; now: number; rhythm: Rhythm },
): ConnectionState {
  const { state, errorCode, since, failures, lastReadingAt } = connection;
  const { backfillAt, backfillFailures } = retryBackfill(memory, now);
  return {
    state,
    errorCode,
    since,
    failures,
    lastReadingAt,
    backfillAt,
    pollMemory: serializeMemory({ ...memory, backfillFailures }),
    nextAt: Math.max(now + waitMs, polledAt + rhythm.pauseMs),
  };
}

/** When to read a history again that could not be read, and how often in a row that has failed. */
function retryBackfill(memory: PollMemory, now: number) {
  const backfillFailures = (memory.backfillFailures ?? 0) + 1;
  const waitMs = BACKFILL_AGAIN_MS[Math.min(backfillFailures, BACKFILL_AGAIN_MS.length) - 1] ?? DAY;
  return { backfillAt: now + waitMs, backfillFailures };
}

/** The state of a connection that is not polled, because its vendor is unreachable or has asked to wait. */
export function stateWhileHeldBack(
  connection: Connection,
  { errorCode, until, now }: { errorCode: SourceErrorCode; until: number; now: number },
): ConnectionState {
  const { failures, lastReadingAt, pollMemory, backfillAt } = connection;
  // As in `stateAfterError`: the code may change, not the outage, until the wearer has to act.
  const isSameOutage =
    connection.state === 'error' && (connection.errorCode === errorCode || connection.nextAt !== null);
  return {
    state: 'error',
    errorCode,
    since: isSameOutage ? connection.since : now,
    failures,
    lastReadingAt,
    pollMemory,
    backfillAt,
    nextAt: until,
  };
}
