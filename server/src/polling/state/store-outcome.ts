import { setImmediate as nextEventLoopRound } from 'node:timers/promises';
import type { Reading } from '@tealight/glucose';
import type { Connection, ConnectionState } from '../../store/connections/connection-row.ts';
import type { Poll } from '../dependencies.ts';
import {
  decideAfterError,
  type NextStep,
  type PollFailure,
  requestedWaitMs,
  withJitter,
} from '../schedule/after-error.ts';
import { askedPollAt, boundedTimes } from '../schedule/next-poll.ts';
import { rhythmFor } from '../schedule/rhythm.ts';
import {
  answersNow,
  stateAfterAnswer,
  stateAfterBackfillError,
  stateAfterError,
} from './connection-state.ts';
import { DUPLICATE_WITHIN_MS, newReadings } from './new-readings.ts';
import { logFailure, logRecovery } from './outage-log.ts';
import type { PollMemory } from './poll-memory.ts';

/** Readings in a step: looking them up and writing them takes a few milliseconds, and others are served in between. */
const READINGS_IN_STEP = 500;

/** `polledAt`: epoch ms. `revision`: of the connection, after its session may have been renewed. */
type PollDetails = { polledAt: number; isBackfill: boolean; isIncomplete: boolean; revision: number };

/** Stores the new readings of an answer, and the connection's state after it. */
export async function storeAnswer(
  poll: Poll,
  { readings, memory }: { readings: Reading[]; memory: PollMemory },
  { polledAt, isBackfill, isIncomplete, revision }: PollDetails,
): Promise<void> {
  const { connection, registered, context } = poll;
  const now = context.now();
  const steps = await storeInSteps(readings, {
    knownTimes: (some) => knownTimesNear(poll, memory, some),
    store: (some, isLaterStep) => record(poll, { revision, readings: some, isLaterStep }, null),
  });
  const state = stateAfterAnswer(
    { connection, memory },
    { newReadings: steps.newReadings, knownTimes: steps.knownTimes, isBackfill, isIncomplete },
    { polledAt, now, random: context.random, ...registered.source },
  );
  context.pollCounters.polled(connection.source, steps.newReadings.length > 0 ? 'readings' : 'nothing');
  const { isLaterStep, stored: storedBefore } = steps;
  const ifAskedAt = askedPollAt(polledAt, registered.source.rhythm);
  const remaining = { revision, readings: steps.remaining, storedBefore, isLaterStep, ifAskedAt };
  const stored = storedBefore + (await storeState(poll, remaining, state));
  if (steps.newReadings.length > 0) logRecovery(context, connection, 'readings');
  if (stored > 0)
    context.pollCounters.stored(connection.source, stored, now - (steps.knownTimes.at(-1) ?? now));
}

type StepStore = {
  /** Times (epoch ms, oldest first) of stored readings that these may repeat. */
  knownTimes(readings: readonly Reading[]): Promise<readonly number[]>;
  /** Writes new readings, newest first, and returns how many of them were not stored yet. */
  store(readings: readonly Reading[], isLaterStep: boolean): Promise<number>;
};

/**
 * Stores what is new, the newest readings first, so that a dashboard is current before a history is complete. The
 * last step is returned as `remaining`, to be written together with the connection's state.
 *
 * Returns `newReadings`, oldest first, and `knownTimes`: of the newest step, stored and new, oldest first.
 */
async function storeInSteps(readings: readonly Reading[], { knownTimes, store }: StepStore) {
  const steps: Reading[][] = [];
  let newestKnownTimes: number[] | null = null;
  let remaining: Reading[] = [];
  let stored = 0;
  let oldestNew = Number.POSITIVE_INFINITY;
  for (let end = readings.length; end > 0; end -= READINGS_IN_STEP) {
    if (remaining.length > 0) {
      stored += await store(remaining, steps.length > 1);
      await nextEventLoopRound();
    }
    const step = readings.slice(Math.max(0, end - READINGS_IN_STEP), end);
    const known = await knownTimes(step);
    const isApart = ({ takenAt }: Reading) => oldestNew - takenAt >= DUPLICATE_WITHIN_MS;
    const fresh = newReadings(step, known).filter(isApart);
    oldestNew = fresh[0]?.takenAt ?? oldestNew;
    newestKnownTimes ??= [...known, ...fresh.map(({ takenAt }) => takenAt)].sort((a, b) => a - b);
    steps.push(fresh);
    remaining = fresh.toReversed();
  }
  return {
    newReadings: steps.reverse().flat(),
    knownTimes: newestKnownTimes ?? [],
    remaining,
    stored,
    isLaterStep: steps.length > 1,
  };
}

/** Times of stored readings that these may repeat. Usually the remembered ones are enough. */
async function knownTimesNear(
  { connection, context }: Poll,
  { learned }: PollMemory,
  readings: readonly Reading[],
): Promise<readonly number[]> {
  const [oldest, newest] = [readings[0], readings.at(-1)];
  if (oldest === undefined || newest === undefined) return [];
  const from = oldest.takenAt - DUPLICATE_WITHIN_MS;
  if ((learned.recent[0] ?? Number.POSITIVE_INFINITY) <= from) return learned.recent;
  const until = newest.takenAt + DUPLICATE_WITHIN_MS;
  const stored = await context.store.readings.between(connection.wearerId, from, until);
  return stored.map(({ takenAt }) => takenAt);
}

/** Stores the connection's state after a failed poll. */
export async function storeFailure(
  poll: Poll,
  failure: PollFailure,
  { polledAt, isBackfill, revision }: PollDetails,
): Promise<void> {
  const { connection, registered, context } = poll;
  const { error, signInAt } = failure;
  const now = context.now();
  const { next, memory } = decideAfterError({ connection, registered, now }, failure);
  const polled = { connection, memory };
  const nothing = { revision, readings: [] };
  context.pollCounters.polled(connection.source, error.errorCode);
  const isOnlyHistory = isBackfill && error.errorCode !== 'key-lost' && answersNow(connection.state);
  if (isOnlyHistory && next.action === 'wait') {
    const rhythm = rhythmFor(memory.learned, registered.source.rhythm);
    const timing = { polledAt, now, rhythm };
    await storeState(poll, nothing, stateAfterBackfillError(polled, requestedWaitMs(error), timing));
    return;
  }
  const waitMs = signInAt === undefined ? waitOf(next, connection) : signInAt - now;
  const waitWithJitterMs = waitMs === null ? null : withJitter(waitMs, context.random());
  await storeState(poll, nothing, stateAfterError(polled, { error, waitMs: waitWithJitterMs }, now));
  logFailure(poll, error);
}

/** Null: polling stops. A sign-in happened during the poll, where a login is stored. */
function waitOf(next: NextStep, { encryptedLogin }: Connection): number | null {
  if (next.action === 'stop' || (next.action === 'sign-in' && encryptedLogin === null)) return null;
  return next.waitMs;
}

/**
 * `storedBefore`: how many readings of the same answer are already stored; `isLaterStep`: its newer ones were written;
 * `ifAskedAt`: as in `PollRecord`.
 */
type PollResult = {
  revision: number;
  readings: readonly Reading[];
  storedBefore?: number;
  isLaterStep?: boolean;
  ifAskedAt?: number;
};

/** Stores the state, with the remaining readings of the answer. Returns how many of those were new. */
export async function storeState(poll: Poll, result: PollResult, state: ConnectionState): Promise<number> {
  const { connection, registered, context } = poll;
  const times = boundedTimes(state, context.now(), registered.source.rhythm);
  const stored = await record(poll, result, { ...state, ...times });
  if (state.state !== connection.state || state.errorCode !== connection.errorCode)
    context.store.changes.publish(connection.wearerId, 'connection');
  return stored;
}

async function record(
  { connection, context }: Poll,
  { revision, readings, storedBefore = 0, isLaterStep = false, ifAskedAt }: PollResult,
  state: ConnectionState | null,
): Promise<number> {
  const { wearerId, lastReadingAt } = connection;
  // Without a last reading it is not known what another connection has stored.
  const filledBefore = isLaterStep ? Number.MAX_SAFE_INTEGER : (lastReadingAt ?? Number.MAX_SAFE_INTEGER);
  const rows = readings.map((reading) => ({ ...reading, wearerId }));
  const added = await context.record({
    wearerId,
    revision,
    readings: rows,
    filledBefore,
    state,
    storedBefore,
    dueAt: connection.nextAt,
    ifAskedAt: ifAskedAt ?? null,
  });
  return added.length;
}
