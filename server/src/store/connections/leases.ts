import { sql } from 'kysely';
import { alarmWatchStore } from '../alarms/alarm-watch.ts';
import type { Changes } from '../changes.ts';
import { type Db, isAmong, isPostgres } from '../db.ts';
import { filledIn, filledSpanStore } from '../readings/filled-spans.ts';
import { readingStore, type WearersReading } from '../readings/readings.ts';
import { type ConnectionState, toConnection } from './connection-row.ts';

/** What a poll of one connection has brought: readings and, when it is finished, the connection's new state. */
export type PollRecord = {
  wearerId: number;
  revision: number;
  readings: readonly WearersReading[];
  /** Readings that are older than this (epoch ms) come after newer ones; none by default. */
  filledBefore?: number;
  /** Null while more readings follow: the lease stays. */
  state: ConnectionState | null;
  /** `nextAt` of the connection as it was leased; where it is another one now, somebody has asked for a poll since. */
  dueAt?: number | null;
  /** When to poll next (epoch ms) if somebody has asked: this poll may have read before. By default as planned. */
  ifAskedAt?: number | null;
  /** How many new readings of the same answer are stored already; none by default. */
  storedBefore?: number;
};

export type RecordResult = {
  /** Readings that were not stored yet. */
  added: WearersReading[];
  /** Those whose connection the node no longer holds, or has replaced: nothing was stored of them. */
  superseded: PollRecord[];
};

/** Which connections to lease. Times in epoch ms. */
export type ClaimOptions = {
  node: string;
  source: string;
  now: number;
  /** Connections that are due since later than this are left out. */
  dueBefore?: number;
  until: number;
  /** No lease ends later than this; one that does comes from a clock that was ahead. */
  latest: number;
  limit: number;
  /** Leaves out connections whose last poll failed. */
  skipFailing?: boolean;
};

export type LeaseStore = ReturnType<typeof leaseStore>;

/** Which node polls which connection: a lease excludes other nodes, and expires when its node has died. */
export function leaseStore(db: Db, changes: Pick<Changes, 'publishWith'>) {
  return {
    /** Leases due connections of `source` to `node`, the longest due first. Two nodes never get the same connection. */
    async claim(options: ClaimOptions) {
      const { node, source, now, dueBefore = now, until, latest, limit, skipFailing = false } = options;
      const due = db
        .selectFrom('connections')
        .select('wearer_id')
        .where('source', '=', source)
        .where('next_at', '<=', dueBefore)
        .where((is) => is.or([is('lease_until', '<=', now), is('lease_until', '>', latest)]))
        .$if(skipFailing, (query) => query.where('failures', '=', 0))
        .orderBy('next_at')
        .limit(limit);
      const rows = await db
        .updateTable('connections')
        .set({ lease_by: node, lease_until: until })
        .where((row) =>
          isAmong(db, row.ref('wearer_id'), isPostgres(db) ? due.forUpdate().skipLocked() : due),
        )
        .returningAll()
        .execute();
      return rows.map(toConnection);
    },
    /** Makes connections of `source` due now whose time is later than `latest`: a clock that was ahead has set it. */
    async resetFutureTimes(source: string, { now, latest }: { now: number; latest: number }): Promise<void> {
      await db
        .updateTable('connections')
        .set({ next_at: now })
        .where('source', '=', source)
        .where('next_at', '>', latest)
        .execute();
    },
    /** Makes all connections due that much sooner: the clock that has set their times was set back. */
    async moveTimesBack({ now, byMs }: { now: number; byMs: number }): Promise<void> {
      const earlier = Math.round(byMs);
      await db
        .updateTable('connections')
        .set({
          next_at: sql<number>`case when next_at > ${now + earlier} then next_at - ${earlier} else ${now} end`,
        })
        .where('next_at', '>', now)
        .execute();
    },
    /** Makes connections due whose last poll is later than `latest`: before this start a clock was ahead. */
    async resetFuturePolls({ now, latest }: { now: number; latest: number }): Promise<void> {
      await db
        .updateTable('connections')
        .set({ next_at: now })
        .where('next_at', '>', now)
        .where(polledAtOf(db), '>', latest)
        .execute();
    },
    /** Prolongs leases that `node` still holds. */
    async renew(node: string, wearerIds: readonly number[], until: number): Promise<void> {
      await db
        .updateTable('connections')
        .set({ lease_until: until })
        .where('wearer_id', 'in', wearerIds)
        .where('lease_by', '=', node)
        .execute();
    },
    /** Ends all leases of `node`, so that others may poll at once. */
    async release(node: string): Promise<void> {
      await db
        .updateTable('connections')
        .set({ lease_by: null, lease_until: 0 })
        .where('lease_by', '=', node)
        .execute();
    },
    /**
     * Stores all of it in one transaction, and publishes whose readings have changed; readings of a connection only while
     * the node still holds its lease.
     */
    async record(node: string, polls: readonly PollRecord[]): Promise<RecordResult> {
      const { result, publish } = await db.transaction().execute(async (transaction) => {
        const result = await recordIn(transaction, node, polls);
        const changed = withNewReadings(polls, result);
        return { result, publish: await changes.publishWith(transaction, changed, 'readings') };
      });
      publish();
      return result;
    },
  };
}

/** `polledAt` in what the poller remembers (epoch ms), by text functions: unlike those of JSON they accept any text. */
const polledAtOf = (db: Db) =>
  isPostgres(db)
    ? sql<number>`cast(substring(rhythm from '"polledAt":([0-9]{1,16})') as bigint)`
    : sql<number>`iif(instr(rhythm, '"polledAt":') > 0,
        cast(substr(rhythm, instr(rhythm, '"polledAt":') + 11, 16) as integer), null)`;

async function recordIn(transaction: Db, node: string, polls: readonly PollRecord[]): Promise<RecordResult> {
  const held = await saveStates(transaction, node, polls);
  const readings = held.flatMap((poll) => poll.readings);
  const added = await readingStore(transaction).add(readings);
  // With the readings, too: a display that is past their time would never read them.
  await filledSpanStore(transaction).add(filledIn(held, added));
  // With the readings or not at all: a node that dies now leaves no reading whose alarms are never evaluated.
  await alarmWatchStore(transaction).makeDue([...new Set(added.map(({ wearerId }) => wearerId))]);
  return { added, superseded: polls.filter((poll) => !held.includes(poll)) };
}

/** The wearers whose answer is complete and has brought readings: one change for the whole of it. */
function withNewReadings(polls: readonly PollRecord[], { added, superseded }: RecordResult): number[] {
  const wearers = new Set(added.map(({ wearerId }) => wearerId));
  return polls
    .filter((poll) => poll.state !== null && !superseded.includes(poll))
    .filter(({ wearerId, storedBefore = 0 }) => storedBefore > 0 || wearers.has(wearerId))
    .map(({ wearerId }) => wearerId);
}

/** Returns the polls whose lease the node holds. One statement, in the order of ids, so that two nodes never deadlock. */
async function saveStates(
  transaction: Db,
  node: string,
  polls: readonly PollRecord[],
): Promise<PollRecord[]> {
  const rows = polls.toSorted((a, b) => a.wearerId - b.wearerId).map(valuesOf);
  const { rows: held } = await sql<{ wearer_id: number; revision: number }>`
    with polls (wearer_id, revision, is_finished, state, error_code, since, failures, due_at, asked_at, next_at, backfill_at, rhythm, last_at)
      as (values ${sql.join(rows)})
    update connections set
      state = coalesce(polls.state, connections.state),
      error_code = case polls.is_finished when 1 then polls.error_code else connections.error_code end,
      since = coalesce(polls.since, connections.since),
      failures = coalesce(polls.failures, connections.failures),
      next_at = case
        when polls.is_finished = 0 then connections.next_at
        when connections.next_at <> polls.due_at and polls.asked_at < polls.next_at then polls.asked_at
        else polls.next_at end,
      backfill_at = case polls.is_finished when 1 then polls.backfill_at else connections.backfill_at end,
      rhythm = coalesce(polls.rhythm, connections.rhythm),
      last_reading_at = coalesce(polls.last_at, connections.last_reading_at),
      lease_by = case polls.is_finished when 1 then null else connections.lease_by end,
      lease_until = case polls.is_finished when 1 then 0 else connections.lease_until end
    from polls
    where connections.wearer_id = polls.wearer_id
      and connections.lease_by = ${node} and connections.revision = polls.revision
    returning connections.wearer_id as wearer_id, connections.revision as revision`.execute(transaction);
  const revisions = new Map(held.map((row) => [row.wearer_id, row.revision]));
  return polls.filter(({ wearerId, revision }) => revisions.get(wearerId) === revision);
}

/** The casts give a null its type in PostgreSQL; in SQLite they change nothing. */
function valuesOf({ wearerId, revision, state, dueAt, ifAskedAt }: PollRecord) {
  const integer = (value: number | null | undefined) => sql`cast(${value ?? null} as bigint)`;
  // Times with jitter have fractions; PostgreSQL rejects them, SQLite would store them.
  const time = (value: number | null | undefined) => integer(value == null ? null : Math.round(value));
  const text = (value: string | null | undefined) => sql`cast(${value ?? null} as text)`;
  return sql`(${sql.join([
    integer(wearerId),
    integer(revision),
    integer(state === null ? 0 : 1),
    text(state?.state),
    text(state?.errorCode),
    time(state?.since),
    integer(state?.failures),
    time(dueAt),
    time(ifAskedAt),
    time(state?.nextAt),
    time(state?.backfillAt),
    text(state?.pollMemory),
    time(state?.lastReadingAt),
  ])})`;
}
