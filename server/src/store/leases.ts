import { sql } from 'kysely';
import { type Standing, toConnection } from './connection-row.ts';
import { type Db, isPostgres } from './db.ts';
import { readingStore, type WearersReading } from './readings.ts';

/** What one node has asked of one source: readings to keep and, when it has finished, how the connection stands. */
export type Asked = {
  wearerId: number;
  revision: number;
  readings: readonly WearersReading[];
  /** Null while more is to come: the lease is kept. */
  standing: Standing | null;
};

export type Recorded = {
  /** Readings that were not known yet. */
  added: WearersReading[];
  /** Wearers whose connection was no longer this node's: nothing of theirs was kept. */
  lost: number[];
};

/** Times in epoch ms. */
export type Due = {
  node: string;
  source: string;
  now: number;
  until: number;
  /** No lease ends later than this; one that does was made by a clock that ran ahead. */
  latest: number;
  most: number;
  /** Leaves those whose last answer was a trouble. */
  withoutFailing?: boolean;
};

export type LeaseStore = ReturnType<typeof leaseStore>;

/** Who asks which connection: a lease keeps other nodes away, and ends by itself when its node has died. */
export function leaseStore(db: Db) {
  return {
    /** Leases to `node` what is due at `source`, longest due first; two nodes never get the same connection. */
    async claim({ node, source, now, until, latest, most, withoutFailing = false }: Due) {
      const waiting = db
        .selectFrom('connections')
        .select('wearer_id')
        .where('source', '=', source)
        .where('next_at', '<=', now)
        .where((is) => is.or([is('lease_until', '<=', now), is('lease_until', '>', latest)]))
        .$if(withoutFailing, (query) => query.where('failures', '=', 0))
        .orderBy('next_at')
        .limit(most);
      const rows = await db
        .updateTable('connections')
        .set({ lease_by: node, lease_until: until })
        .where('wearer_id', 'in', isPostgres(db) ? waiting.forUpdate().skipLocked() : waiting)
        .returningAll()
        .execute();
      return rows.map(toConnection);
    },
    /** What is due later than `latest` at `source` was set so by a clock that ran ahead: it is due now. */
    async pullBack(source: string, { now, latest }: { now: number; latest: number }): Promise<void> {
      await db
        .updateTable('connections')
        .set({ next_at: now })
        .where('source', '=', source)
        .where('next_at', '>', latest)
        .execute();
    },
    /** Prolongs leases that `node` still has. */
    async renew(node: string, wearerIds: readonly number[], until: number): Promise<void> {
      await db
        .updateTable('connections')
        .set({ lease_until: until })
        .where('wearer_id', 'in', wearerIds)
        .where('lease_by', '=', node)
        .execute();
    },
    /** Gives back everything that `node` holds, so that another may ask at once. */
    async release(node: string): Promise<void> {
      await db
        .updateTable('connections')
        .set({ lease_by: null, lease_until: 0 })
        .where('lease_by', '=', node)
        .execute();
    },
    /** Keeps all of it in one transaction, a connection's readings only while its lease still holds. */
    record: (node: string, asked: readonly Asked[]): Promise<Recorded> =>
      db.transaction().execute((step) => recordIn(step, node, asked)),
  };
}

async function recordIn(step: Db, node: string, asked: readonly Asked[]): Promise<Recorded> {
  const held = new Set(await settle(step, node, asked));
  const ours = asked.filter(({ wearerId }) => held.has(wearerId));
  const readings = ours.flatMap((one) => one.readings);
  return {
    added: await readingStore(step).add(readings),
    lost: asked.filter(({ wearerId }) => !held.has(wearerId)).map(({ wearerId }) => wearerId),
  };
}

/** One statement for many connections. Ordered, so that two nodes never wait for each other in a ring. */
async function settle(step: Db, node: string, asked: readonly Asked[]): Promise<number[]> {
  const rows = asked.toSorted((a, b) => a.wearerId - b.wearerId).map(valuesOf);
  const { rows: held } = await sql<{ wearer_id: number }>`
    with asked (wearer_id, revision, done, state, trouble, since, failures, next_at, fill_at, rhythm, last_at)
      as (values ${sql.join(rows)})
    update connections set
      state = coalesce(asked.state, connections.state),
      trouble = case asked.done when 1 then asked.trouble else connections.trouble end,
      since = coalesce(asked.since, connections.since),
      failures = coalesce(asked.failures, connections.failures),
      next_at = case asked.done when 1 then asked.next_at else connections.next_at end,
      fill_at = case asked.done when 1 then asked.fill_at else connections.fill_at end,
      rhythm = coalesce(asked.rhythm, connections.rhythm),
      last_reading_at = coalesce(asked.last_at, connections.last_reading_at),
      lease_by = case asked.done when 1 then null else connections.lease_by end,
      lease_until = case asked.done when 1 then 0 else connections.lease_until end
    from asked
    where connections.wearer_id = asked.wearer_id
      and connections.lease_by = ${node} and connections.revision = asked.revision
    returning connections.wearer_id as wearer_id`.execute(step);
  return held.map((row) => row.wearer_id);
}

/** The casts tell PostgreSQL what a null would be; in SQLite they change nothing. */
function valuesOf({ wearerId, revision, standing }: Asked) {
  const big = (value: number | null | undefined) => sql`cast(${value ?? null} as bigint)`;
  // What jitter and averages make of a moment has fractions; PostgreSQL refuses them, SQLite would keep them.
  const moment = (value: number | null | undefined) => big(value == null ? null : Math.round(value));
  const text = (value: string | null | undefined) => sql`cast(${value ?? null} as text)`;
  return sql`(${sql.join([
    big(wearerId),
    big(revision),
    big(standing === null ? 0 : 1),
    text(standing?.state),
    text(standing?.trouble),
    moment(standing?.since),
    big(standing?.failures),
    moment(standing?.nextAt),
    moment(standing?.fillAt),
    text(standing?.rhythm),
    moment(standing?.lastReadingAt),
  ])})`;
}
