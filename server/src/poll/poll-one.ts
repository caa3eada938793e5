import type { Reading } from '@tealight/glucose';
import { SourceError, type Trouble } from '@tealight/sources';
import type { Connection, Standing } from '../store/connection-row.ts';
import { SECOND } from '../times.ts';
import { type afterTrouble, askedToWaitMs, spread } from './after-trouble.ts';
import { askSource, type Outcome } from './ask-source.ts';
import { decided, type Failure } from './decided.ts';
import type { Doors } from './doors.ts';
import type { Fills } from './fills.ts';
import { type Memory, recall } from './memory.ts';
import { isDue, LONGEST_FILL_STEP_MS, leftOf, nextTimes } from './next-time.ts';
import type { Asking, Offered } from './parts.ts';
import type { Places } from './places.ts';
import type { Recorder } from './recorder.ts';
import { rhythmFor } from './rhythm.ts';
import { believable, ECHO_MS } from './sift.ts';
import { afterAnswer, afterFailure, heldBack, lookBack, withoutHistory } from './standing.ts';
import { tellBack, tellOf } from './tell.ts';
import type { Turns } from './turns.ts';
import { HANGING_WITHIN_MS, Overtaken, openVisit, READ_WITHIN_MS } from './visit.ts';
import { writeNew } from './write-new.ts';

export type Tools = Asking & { doors: Doors; turns: Turns; record: Recorder; fills: Fills; places: Places };

/** Where the address has no place free, up to twice that. */
const PUT_OFF_MS = 2 * SECOND;
/** A history that has to wait for others is asked for so much later, up to twice that. */
const FILL_LATER_MS = 10 * SECOND;

/** One claimed connection and what it is asked with. */
export type Poll = { connection: Connection; offered: Offered; tools: Tools; stop: AbortSignal };

/** Asks a claimed connection's source and keeps what comes of it. Throws `Overtaken`, and what the store throws. */
export async function pollOne(poll: Poll): Promise<void> {
  using fill = fillFor(poll);
  await askAndKeep({ ...poll, connection: fill.connection });
}

async function askAndKeep(poll: Poll): Promise<void> {
  const { connection, offered, tools, stop } = poll;
  const { rhythm } = offered.source;
  const memory = recall(connection.rhythm, rhythm);
  const held = heldBy(poll, memory);
  if (held !== null) {
    const standing = heldBack(connection, { ...held, now: tools.now() });
    await settle(poll, { revision: connection.revision, readings: [] }, standing);
    return;
  }
  const address = offered.ownSite ? memory.door : null;
  if (!tools.places.take(address)) return putOff(poll);
  using _place = { [Symbol.dispose]: () => tools.places.giveBack(address) };
  const { filling, since } = lookBack(connection, memory, { now: tools.now(), ...offered.source });
  const visit = openVisit(connection, offered, tools);
  const askedAt = tools.now();
  const asking = {
    visit,
    memory,
    since,
    source: connection.source,
    withinMs: filling ? READ_WITHIN_MS : patienceWith(connection),
    turns: tools.turns,
    now: tools.now,
    stop,
  };
  const outcome = await askSource(asking)
    .then((answer) => sifted(poll, answer))
    .catch((error: unknown) => bugged(poll, memory, error));
  const door = visit.door() ?? outcome.memory.door;
  const known: Outcome = { ...outcome, memory: { ...outcome.memory, door } };
  tellOf(poll, known);
  const asked = { askedAt, filling, revision: visit.revision() };
  return 'error' in known ? failed(poll, known, asked) : answered(poll, known, asked);
}

/** Too many are being asked at that address: a little later, and otherwise as it stood. */
async function putOff(poll: Poll): Promise<void> {
  const { connection, tools } = poll;
  const nextAt = tools.now() + PUT_OFF_MS * (1 + tools.chance());
  await settle(poll, { revision: connection.revision, readings: [] }, { ...connection, nextAt });
}

/** Why it is not asked now, and until when (epoch ms); null when it is. */
function heldBy({ tools }: Poll, { wait, door }: Memory): { trouble: Trouble; until: number } | null {
  const now = tools.now();
  const leftMs = wait == null ? 0 : leftOf(wait, now);
  if (wait != null && leftMs > 0) return { trouble: wait.trouble, until: now + leftMs };
  const trouble = tools.doors.shut(door, now);
  return trouble && { trouble, until: tools.doors.comeBackAt(door, now, tools.chance()) };
}

/** Who did not answer last time gets little time, so that many who hang take few places; each fourth time all of it. */
const patienceWith = ({ trouble, failures }: Connection): number =>
  trouble === 'unreachable' && failures % 4 !== 0 ? HANGING_WITHIN_MS : READ_WITHIN_MS;

const sifted = ({ offered, tools }: Poll, outcome: Outcome): Outcome => {
  if ('error' in outcome) return outcome;
  const span = { now: tools.now(), historyMs: offered.source.historyMs };
  return { ...outcome, readings: believable(outcome.readings, span) };
};

/** A history is read only while few others are; the connection then goes on without, and asks for it a little later. */
function fillFor({ connection, tools }: Poll) {
  const now = tools.now();
  const due = isDue(connection.fillAt, now, LONGEST_FILL_STEP_MS);
  const taken = due && tools.fills.take();
  const later = due && !taken ? now + FILL_LATER_MS * (1 + tools.chance()) : connection.fillAt;
  return {
    connection: { ...connection, fillAt: later },
    [Symbol.dispose]: () => (taken ? tools.fills.giveBack() : undefined),
  };
}

type Asked = { askedAt: number; filling: boolean; revision: number };

async function answered(
  poll: Poll,
  { readings, memory }: { readings: Reading[]; memory: Memory },
  { askedAt, filling, revision }: Asked,
): Promise<void> {
  const { connection, offered, tools } = poll;
  const { historyMs, rhythm } = offered.source;
  const now = tools.now();
  const written = await writeNew(readings, {
    known: (some) => knownNear(poll, memory, some),
    keep: (some) => keep(poll, { revision, readings: some }, null),
  });
  const { fresh, moments, rest } = written;
  const answer = { fresh, moments, filling };
  if (fresh.length > 0) tellBack(poll);
  const standing = afterAnswer({ connection, memory }, answer, {
    askedAt,
    now,
    chance: tools.chance,
    rhythm,
    historyMs,
  });
  tools.tally.polled(connection.source, fresh.length > 0 ? 'readings' : 'nothing');
  const kept =
    written.kept + (await settle(poll, { revision, readings: rest, before: written.kept }, standing));
  if (kept > 0) tools.tally.kept(connection.source, kept, now - (moments.at(-1) ?? now));
}

/** Moments of stored readings that these could repeat. As a rule the last dozen say it all. */
async function knownNear(
  { connection, tools }: Poll,
  { learnt }: Memory,
  told: readonly Reading[],
): Promise<readonly number[]> {
  const [oldest, newest] = [told[0], told.at(-1)];
  if (oldest === undefined || newest === undefined) return [];
  const from = oldest.takenAt - ECHO_MS;
  if ((learnt.recent[0] ?? Number.POSITIVE_INFINITY) <= from) return learnt.recent;
  const stored = await tools.store.readings.between(connection.wearerId, from, newest.takenAt + ECHO_MS);
  return stored.map(({ takenAt }) => takenAt);
}

async function failed(poll: Poll, outcome: Failure, { askedAt, filling, revision }: Asked): Promise<void> {
  const { connection, offered, tools } = poll;
  const { error, signInAt } = outcome;
  const { historyMs } = offered.source;
  const now = tools.now();
  const { next, memory } = decided({ connection, offered, now }, outcome);
  const rhythm = rhythmFor(memory.learnt, offered.source.rhythm);
  const about = { connection, memory };
  tools.tally.polled(connection.source, error.trouble);
  const isHistoryAlone = filling && error.trouble !== 'key-lost' && connection.state !== 'checking';
  if (isHistoryAlone && next.do === 'wait') {
    const moment = { askedAt, now, chance: tools.chance, rhythm, historyMs };
    const standing = withoutHistory(about, askedToWaitMs(error), moment);
    await settle(poll, { revision, readings: [] }, standing);
    return;
  }
  const waitMs = signInAt === undefined ? waitOf(next, connection) : signInAt - now;
  const spreadMs = waitMs === null ? null : spread(waitMs, tools.chance());
  await settle(poll, { revision, readings: [] }, afterFailure(about, { error, waitMs: spreadMs }, now));
}

function waitOf(next: ReturnType<typeof afterTrouble>, { sealedLogin }: Connection): number | null {
  if (next.do === 'stop') return null;
  if (next.do === 'wait') return next.ms;
  return sealedLogin === null ? null : next.elseMs;
}

/** `before`: how many readings of the same answer are stored already. */
type Kept = { revision: number; readings: readonly Reading[]; before?: number };

/** Keeps how the connection stands, with the rest of its readings. Returns how many of those were new. */
async function settle(poll: Poll, kept: Kept, standing: Standing): Promise<number> {
  const { connection, tools } = poll;
  const added = await keep(poll, kept, {
    ...standing,
    ...nextTimes(standing, tools.now(), poll.offered.source.rhythm),
  });
  const { wearerId, state, trouble } = connection;
  if (standing.state !== state || standing.trouble !== trouble)
    tools.store.changes.tell(wearerId, 'connection');
  return added;
}

async function keep(
  { connection, tools }: Poll,
  { revision, readings, before = 0 }: Kept,
  standing: Standing | null,
): Promise<number> {
  const { wearerId } = connection;
  const rows = readings.map((reading) => ({ ...reading, wearerId }));
  const added = await tools.record({ wearerId, revision, readings: rows, standing });
  // One event for a whole answer, however many steps it is written in.
  if (standing !== null && added.length + before > 0) tools.store.changes.tell(wearerId, 'readings');
  return added.length;
}

/** A mistake of ours must not stop the others' polling: it is logged, and the source asked again later. */
function bugged({ connection, offered, tools }: Poll, memory: Memory, error: unknown): Outcome {
  if (error instanceof Overtaken) throw error;
  tools.log.error({ event: 'source-bug', source: connection.source, err: error });
  return {
    memory,
    error: new SourceError(offered.source.name, 'unreadable', { cause: 'a mistake of ours' }),
  };
}
