import { type RawBuilder, sql } from 'kysely';
import {
  type Budget,
  FIRST_WAIT_MS,
  HALF_LIFE_MS,
  isBudget,
  type Limit,
  type LimitBackend,
  type LimitedCall,
  type LimitReached,
  latestTrusted,
  retentionMs,
  type Throttle,
  trustedBlock,
  waitAfter,
} from '../../limits/limit.ts';
import { type Db, isAmong, isPostgres } from '../db.ts';

/** The most rows, so that a flood of addresses cannot fill the disk. Rows that expire first are removed first. */
const MAX_ROWS = 200_000;

/** Rows that one statement erases, so that after a flood of addresses none takes too long. */
const ERASE_BATCH = 5000;

export type LimitStore = ReturnType<typeof limitStore>;

/** Limits that all nodes share. One statement counts each key, so that two nodes never both get the last try. */
export function limitStore(db: Db) {
  const store: LimitBackend & {
    cleanup(now: number, maxRows?: number, batch?: number): Promise<void>;
  } = {
    /** Locks the keys in the given order: callers must always use the same order of key types, against deadlocks. */
    async consume(calls, now) {
      return db
        .transaction()
        .execute(async (transaction): Promise<LimitReached | null> => {
          for (const call of calls) {
            const blockedUntil = await consumeOne(transaction, call, now);
            if (blockedUntil !== null) throw new Blocked({ key: call.key, blockedUntil });
          }
          return null;
        })
        .catch((error: unknown) => {
          if (error instanceof Blocked) return error.limitReached;
          throw error;
        });
    },
    async refund({ key, limit, cost = 1 }, now) {
      const change = isBudget(limit)
        ? sql`at = at - ${integer(cost * limit.everyMs)}, closed_until = closed_until - ${integer(cost * limit.everyMs)}`
        : sql`level = case when level > 1 then level - 1 else 0 end, closed_until = ${integer(now)}`;
      await sql`update limits set ${change} where key = ${key}`.execute(db);
    },
    async reset(key) {
      await db.deleteFrom('limits').where('key', '=', key).execute();
    },
    async blockedUntil(calls, now) {
      const rows = await db
        .selectFrom('limits')
        .select(['key', 'closed_until'])
        .where(
          'key',
          'in',
          calls.map(({ key }) => key),
        )
        .execute();
      const storedUntil = new Map(rows.map((row) => [row.key, row.closed_until]));
      return Math.max(0, ...calls.map((call) => trustedBlock(call, storedUntil.get(call.key) ?? 0, now)));
    },
    async cleanup(now, maxRows = MAX_ROWS, batch = ERASE_BATCH) {
      await eraseUntil(db, now, batch);
      const beyond = await db
        .selectFrom('limits')
        .select('expires_at')
        .orderBy('expires_at', 'desc')
        .offset(maxRows)
        .limit(1)
        .executeTakeFirst();
      if (beyond !== undefined) await eraseUntil(db, beyond.expires_at, batch);
    },
  };
  return store;
}

/** Erases the rows that expire at `until` or before. */
async function eraseUntil(db: Db, until: number, batch: number): Promise<void> {
  const row = sql.ref(isPostgres(db) ? 'ctid' : 'key');
  const some = db.selectFrom('limits').select(row.as('row')).where('expires_at', '<=', until).limit(batch);
  for (let erased = batch; erased === batch; ) {
    const { numDeletedRows } = await db
      .deleteFrom('limits')
      .where(isAmong(db, row, some))
      // Repeated here, because a call may have renewed the row since it was selected.
      .where('expires_at', '<=', until)
      .executeTakeFirstOrThrow();
    erased = Number(numDeletedRows);
  }
}

/** Rolls a transaction back, so that a rejected call is not counted. */
class Blocked extends Error {
  readonly limitReached: LimitReached;
  constructor(limitReached: LimitReached) {
    super('blocked');
    this.limitReached = limitReached;
  }
}

// The casts give a parameter its type in PostgreSQL, and make it a whole number in SQLite.
const integer = (value: number) => sql<number>`cast(${Math.round(value)} as bigint)`;
const real = (value: number) => sql<number>`cast(${value} as double precision)`;

/** Counts one call, and returns null; or does not count it, and returns until when the key is blocked. */
async function consumeOne(transaction: Db, call: LimitedCall, now: number): Promise<number | null> {
  const { key, limit, cost = 1 } = call;
  const latest = latestTrusted(call, now);
  const expiresAt = now + retentionMs(limit, cost);
  const first = firstRow(limit, cost, now);
  const next = isBudget(limit)
    ? budgetUpdate(limit, cost, { now, latest })
    : throttleUpdate(limit, { now, latest });
  const { rows } = await sql`
    insert into limits (key, level, at, closed_until, expires_at)
    values (${key}, ${real(first.level)}, ${integer(first.at)}, ${integer(first.blockedUntil)}, ${integer(expiresAt)})
    on conflict (key) do update set ${next}, expires_at = ${integer(expiresAt)}
    where limits.closed_until <= ${integer(now)} or limits.closed_until > ${integer(latest)}
    returning key`.execute(transaction);
  if (rows.length > 0) return null;
  const row = await transaction
    .selectFrom('limits')
    .select('closed_until')
    .where('key', '=', key)
    .executeTakeFirst();
  return row === undefined ? now + FIRST_WAIT_MS : trustedBlock(call, row.closed_until, now);
}

function firstRow(limit: Limit, cost: number, now: number) {
  if (!isBudget(limit)) return { level: 1, at: now, blockedUntil: now + waitAfter(1, limit) };
  const at = now + cost * limit.everyMs;
  return { level: 0, at, blockedUntil: at - (limit.burst - 1) * limit.everyMs };
}

/** Rows that are blocked until after `latest` count as new: a clock that was ahead has written them. */
type Times = { now: number; latest: number };

/** The generic cell rate algorithm: see `memory-backend.ts` for the same in TypeScript. */
function budgetUpdate({ burst, everyMs }: Budget, cost: number, { now, latest }: Times) {
  const full = sql`(case when limits.at > ${integer(now)} and limits.closed_until <= ${integer(latest)} then limits.at else ${integer(now)} end + ${integer(cost * everyMs)})`;
  return sql`at = ${full}, closed_until = ${full} - ${integer((burst - 1) * everyMs)}`;
}

function throttleUpdate(limit: Throttle, { now, latest }: Times): RawBuilder<unknown> {
  const sinceMs = sql`(case when limits.at < ${integer(now)} then ${integer(now)} - limits.at else 0 end)`;
  const before = sql`(case when limits.closed_until > ${integer(latest)} then 0 else limits.level end)`;
  const level = sql`(${before} * power(${real(0.5)}, ${sinceMs} / ${real(HALF_LIFE_MS)}) + 1)`;
  const wait = sql`${real(FIRST_WAIT_MS)} * power(${real(2)}, floor(${level}) - ${real(limit.free)})`;
  return sql`level = ${level}, at = ${integer(now)}, closed_until = ${integer(now)} + cast(case
    when floor(${level}) < ${real(limit.free)} then 0
    when ${wait} > ${real(limit.longestMs)} then ${real(limit.longestMs)}
    else ${wait} end as bigint)`;
}
