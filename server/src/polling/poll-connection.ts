import { SourceError, type SourceErrorCode } from '@tealight/sources';
import { StoreUnavailable } from '../shared/store-errors.ts';
import { SECOND } from '../shared/time-units.ts';
import type { Connection } from '../store/connections/connection-row.ts';
import type { Poll } from './dependencies.ts';
import { isDue, MAX_BACKFILL_INTERVAL_MS, remainingMs, startedBy } from './schedule/next-poll.ts';
import { type PollOutcome, readSource } from './session/read-source.ts';
import { openVendorSession, READ_TIMEOUT_MS, UNREACHABLE_READ_TIMEOUT_MS } from './session/vendor-session.ts';
import { readRange, stateWhileHeldBack } from './state/connection-state.ts';
import { validReadings } from './state/new-readings.ts';
import { reportToVendor } from './state/outage-log.ts';
import { type PollMemory, parseMemory, serializeMemory } from './state/poll-memory.ts';
import { PollSuperseded } from './state/recorder.ts';
import { storeAnswer, storeFailure, storeState } from './state/store-outcome.ts';

/** When too many polls run at the address; up to twice that. */
const POSTPONE_MS = 2 * SECOND;
/** When too many histories are being read; up to twice that. */
const POSTPONE_BACKFILL_MS = 10 * SECOND;

/** Polls a leased connection, and stores its readings and its state. Throws `PollSuperseded`, and the store's errors. */
export async function pollConnection(poll: Poll): Promise<void> {
  const backfill = startBackfill(poll);
  try {
    await pollUnlessHeldBack({ ...poll, connection: backfill.connection });
  } finally {
    backfill.end();
  }
}

/** Reads a history only while few others are read; otherwise postpones it, and the poll reads the newest readings. */
function startBackfill({ connection, context }: Poll) {
  const now = context.now();
  const isBackfillDue = isDue(connection.backfillAt, now, MAX_BACKFILL_INTERVAL_MS);
  const isStarted = isBackfillDue && context.backfillLimit.acquire();
  const backfillAt =
    isBackfillDue && !isStarted ? now + POSTPONE_BACKFILL_MS * (1 + context.random()) : connection.backfillAt;
  return {
    connection: { ...connection, backfillAt },
    end: () => (isStarted ? context.backfillLimit.release() : undefined),
  };
}

async function pollUnlessHeldBack(poll: Poll): Promise<void> {
  const { connection, registered, context } = poll;
  const memory = withStartedWait(parseMemory(connection.pollMemory, registered.source.rhythm), context.now());
  const reason = reasonToHoldBack(poll, memory);
  if (reason !== null) {
    const state = stateWhileHeldBack(remembering(connection, memory), { ...reason, now: context.now() });
    await storeState(poll, { revision: connection.revision, readings: [] }, state);
    return;
  }
  const address = registered.isSelfHosted ? memory.vendorAddress : null;
  if (!context.addressLimit.acquire(address)) return postpone(poll);
  try {
    await pollSource(poll, memory);
  } finally {
    context.addressLimit.release(address);
  }
}

const remembering = (connection: Connection, memory: PollMemory): Connection => ({
  ...connection,
  pollMemory: serializeMemory(memory),
});

const withStartedWait = (memory: PollMemory, now: number): PollMemory =>
  memory.requestedWait == null ? memory : { ...memory, requestedWait: startedBy(memory.requestedWait, now) };

/** Why the connection is not polled now, and until when (epoch ms); null: it is polled. */
function reasonToHoldBack(
  { context }: Poll,
  { requestedWait, vendorAddress }: PollMemory,
): { errorCode: SourceErrorCode; until: number } | null {
  const now = context.now();
  const waitMs = requestedWait == null ? 0 : remainingMs(requestedWait, now);
  if (requestedWait != null && waitMs > 0) return { errorCode: requestedWait.errorCode, until: now + waitMs };
  const errorCode = context.circuitBreakers.errorIfOpen(vendorAddress, now);
  if (errorCode === null) return null;
  return { errorCode, until: context.circuitBreakers.resumeAt(vendorAddress, now, context.random()) };
}

/** Too many polls run at that address: polls a little later. */
const postpone = (poll: Poll): Promise<void> =>
  pollAgainAt(poll, poll.context.now() + POSTPONE_MS * (1 + poll.context.random()));

/** Ends the lease, and changes nothing but the time of the next poll. */
async function pollAgainAt(poll: Poll, nextAt: number): Promise<void> {
  const { connection } = poll;
  await storeState(poll, { revision: connection.revision, readings: [] }, { ...connection, nextAt });
}

async function pollSource(poll: Poll, memory: PollMemory): Promise<void> {
  const { connection, registered, context, stop } = poll;
  const { isBackfill, since } = readRange(connection, memory, { now: context.now(), ...registered.source });
  const vendorSession = openVendorSession(connection, registered, context);
  const startsAt = context.now();
  const startedAt = performance.now();
  const outcome = await readSource({
    vendorSession,
    memory: { ...memory, polledAt: startsAt },
    since,
    stop,
    source: connection.source,
    timeoutMs: isBackfill ? READ_TIMEOUT_MS : timeoutFor(connection),
    signInThrottle: context.signInThrottle,
    now: context.now,
  })
    .then((answer) => withValidReadings(poll, answer))
    .catch((error: unknown) => outcomeOfBug(poll, memory, error));
  const dueAt = connection.nextAt ?? startsAt;
  const isKeyLost = 'error' in outcome && outcome.error.errorCode === 'key-lost';
  if (isKeyLost && context.decryptionGuard.isLeftToOthers(dueAt, context.now()))
    return pollAgainAt(poll, dueAt);
  context.pollCounters.took(connection.source, performance.now() - startedAt);
  const vendorAddress = vendorSession.vendorAddress() ?? outcome.memory.vendorAddress;
  // The clock may have been set back meanwhile.
  const polledAt = Math.min(startsAt, context.now());
  const located: PollOutcome = { ...outcome, memory: { ...outcome.memory, vendorAddress, polledAt } };
  reportToVendor(poll, located);
  const details = {
    polledAt,
    isBackfill,
    isIncomplete: vendorSession.isIncomplete(),
    revision: vendorSession.revision(),
  };
  return 'error' in located ? storeFailure(poll, located, details) : storeAnswer(poll, located, details);
}

/** A short time after a poll without an answer, so that many hanging polls take few places; every fourth gets all of it. */
const timeoutFor = ({ errorCode, failures }: Connection): number =>
  errorCode === 'unreachable' && failures % 4 !== 0 ? UNREACHABLE_READ_TIMEOUT_MS : READ_TIMEOUT_MS;

const withValidReadings = ({ registered, context }: Poll, outcome: PollOutcome): PollOutcome => {
  if ('error' in outcome) return outcome;
  const bounds = { now: context.now(), historyMs: registered.source.historyMs };
  return { ...outcome, readings: validReadings(outcome.readings, bounds) };
};

/** A bug in Tealight must not stop the other polls: it is logged, and the source is polled again later. */
function outcomeOfBug(
  { connection, registered, context }: Poll,
  memory: PollMemory,
  error: unknown,
): PollOutcome {
  // A fault of the database says nothing about the source: the poll is repeated when its lease has expired.
  if (error instanceof PollSuperseded || error instanceof StoreUnavailable) throw error;
  // Not repeated during an outage of the connection, whose end is `source-recovered`.
  if (connection.failures === 0 || connection.errorCode !== 'unreadable')
    context.log.error({ event: 'source-bug', source: connection.source, err: error });
  return {
    memory,
    error: new SourceError(registered.source.name, 'unreadable', { cause: 'a bug in Tealight' }),
  };
}
