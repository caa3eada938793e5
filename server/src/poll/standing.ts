import { type Reading, STALE_AFTER_MS } from '@tealight/glucose';
import type { Rhythm, SourceError, Trouble } from '@tealight/sources';
import type { Connection, Standing } from '../store/connection-row.ts';
import { DAY, HOUR, MINUTE, SECOND } from '../times.ts';
import { keepsake, type Memory } from './memory.ts';
import { isDue, LONGEST_FILL_STEP_MS } from './next-time.ts';
import { afterRecovery } from './recovery.ts';
import { expectedAt, learn, periodOf, rhythmFor } from './rhythm.ts';
import { type Moment, nextAsk } from './schedule.ts';

/** Enough for a dashboard that glows at once; what is older follows. */
const FIRST_LOOK_MS = 3 * HOUR;
/** Readings that were held up come after newer ones: so far back is asked every time. */
const OVERLAP_MS = 15 * MINUTE;
/** So long after a gap late readings may still fill it. */
const GAP_OPEN_MS = HOUR;
/** A vendor that wants longer pauses is asked for everything at once. */
const ONE_LOOK_PAUSE_MS = MINUTE;
/** After each time in a row that a history could not be read; the last of them from then on. */
const FILL_AGAIN_MS = [HOUR, 4 * HOUR, DAY];

/** A reading so much behind its moment is no sign that the source has not caught up. */
const LATE_MS = 15 * SECOND;

/** A source's habits, as far as they matter here. */
export type Habits = { rhythm: Rhythm; historyMs: number };

/** From when on to ask for readings, and whether that is for the history. */
export function lookBack(
  connection: Connection,
  { gap }: Memory,
  { now, rhythm, historyMs }: Habits & { now: number },
) {
  const { lastReadingAt, fillAt, state } = connection;
  const oldest = now - historyMs;
  const filling =
    isDue(fillAt, now, LONGEST_FILL_STEP_MS) && (state !== 'checking' || atOnce({ rhythm, historyMs }));
  if (filling) return { filling, since: oldest };
  if (lastReadingAt === null) return { filling, since: now - Math.min(historyMs, FIRST_LOOK_MS) };
  const open = gap !== null && now < gap.until ? gap.from : lastReadingAt;
  const overlap = Math.max(OVERLAP_MS, rhythm.historyAfterMs ?? 0);
  return { filling, since: Math.max(oldest, Math.min(lastReadingAt - overlap, open)) };
}

const atOnce = ({ rhythm, historyMs }: Habits) => historyMs <= DAY || rhythm.pauseMs >= ONE_LOOK_PAUSE_MS;

type Answer = {
  /** Moments that are known now: the new readings' and those that were near them. Oldest first. */
  moments: readonly number[];
  fresh: readonly Reading[];
  filling: boolean;
};

/** How a connection stands after an answer. An empty one is no trouble, and no success either. */
export function afterAnswer(
  { connection, memory }: { connection: Connection; memory: Memory },
  answer: Answer,
  { askedAt, now, chance, rhythm: vendor }: Habits & Moment,
): Standing {
  const newest = answer.moments.at(-1) ?? 0;
  const lastReadingAt = Math.max(connection.lastReadingAt ?? 0, newest) || null;
  const learnt = learn(memory.learnt, { askedAt, takenAt: answer.moments }, vendor);
  const rhythm = rhythmFor(learnt, vendor);
  const current = lastReadingAt !== null && now - lastReadingAt < STALE_AFTER_MS + rhythm.visibleAfterMs;
  const gap = gapIn(answer.fresh, { connection, memory, now, rhythm }) ?? stillOpen(memory.gap, now);
  const fillAt = answer.filling ? null : connection.fillAt;
  const state = current ? 'fine' : 'silent';
  const dueAfterMs = periodOf(learnt, rhythm) + Math.max(learnt.first, rhythm.visibleAfterMs) + LATE_MS;
  const isCaughtUp = lastReadingAt !== null && now - lastReadingAt < dueAfterMs;
  const recovery = afterRecovery({ connection, memory, isCaughtUp }, { askedAt, now, rhythm });
  const next = Math.min(nextAsk(learnt, rhythm, { askedAt, now, chance }), recovery.nextAt);
  const kept = { ...memory, learnt, gap, recovery: recovery.kept, wait: null, refusedAt: null };
  return {
    ...{ state, trouble: null, lastReadingAt, fillAt },
    since: state === connection.state ? connection.since : state === 'silent' ? (lastReadingAt ?? now) : now,
    failures: answer.fresh.length > 0 ? 0 : Math.min(1, connection.failures),
    nextAt: fillAt === null ? next : Math.min(next, Math.max(fillAt, now + rhythm.pauseMs)),
    rhythm: keepsake({ ...kept, ...(answer.filling && { fillFailures: 0 }) }),
  };
}

const stillOpen = (gap: Memory['gap'], now: number) => (gap !== null && now < gap.until ? gap : null);

/** The hole before the first new reading, if there is one. */
function gapIn(
  fresh: readonly Reading[],
  {
    connection,
    memory,
    now,
    rhythm,
  }: { connection: Connection; memory: Memory; now: number; rhythm: Rhythm },
): Memory['gap'] {
  const last = connection.lastReadingAt;
  if (last === null) return null;
  const first = fresh.find(({ takenAt }) => takenAt > last);
  const expected = expectedAt(memory.learnt, rhythm) ?? last;
  const late = periodOf(memory.learnt, rhythm) / 2;
  return first !== undefined && first.takenAt > expected + late
    ? { from: last, until: now + GAP_OPEN_MS }
    : null;
}

/** How a connection stands after a trouble; `waitMs` null: it waits for the wearer. */
export function afterFailure(
  { connection, memory }: { connection: Connection; memory: Memory },
  { error, waitMs }: { error: SourceError; waitMs: number | null },
  now: number,
): Standing {
  // One loss, however its words change, until it becomes the wearer's to mend.
  const same = connection.state === 'trouble' && (connection.trouble === error.trouble || waitMs !== null);
  return {
    ...{ state: 'trouble', trouble: error.trouble, since: same ? connection.since : now },
    failures: connection.failures + 1,
    nextAt: waitMs === null ? null : now + waitMs,
    ...{ fillAt: connection.fillAt, lastReadingAt: connection.lastReadingAt, rhythm: keepsake(memory) },
  };
}

/** A history that could not be read is asked for later; the connection goes on as it stood, after `waitMs` at the soonest. */
export function withoutHistory(
  { connection, memory }: { connection: Connection; memory: Memory },
  waitMs: number,
  { askedAt, now, chance, rhythm }: Habits & Moment,
): Standing {
  const { state, trouble, since, failures, lastReadingAt } = connection;
  const fillFailures = (memory.fillFailures ?? 0) + 1;
  const againMs = FILL_AGAIN_MS[Math.min(fillFailures, FILL_AGAIN_MS.length) - 1] ?? DAY;
  return {
    ...{ state, trouble, since, failures, lastReadingAt, rhythm: keepsake({ ...memory, fillFailures }) },
    fillAt: now + againMs,
    nextAt: Math.max(now + waitMs, nextAsk(memory.learnt, rhythm, { askedAt, now, chance })),
  };
}

/** A connection whose vendor is away for everybody, or has asked to wait: it waits without being asked. */
export function heldBack(
  connection: Connection,
  { trouble, until, now }: { trouble: Trouble; until: number; now: number },
): Standing {
  const { failures, lastReadingAt, rhythm, fillAt } = connection;
  const same = connection.state === 'trouble' && connection.trouble === trouble;
  return {
    ...{
      state: 'trouble',
      trouble,
      since: same ? connection.since : now,
      failures,
      lastReadingAt,
      rhythm,
      fillAt,
    },
    nextAt: until,
  };
}
