import { type RawBuilder, sql } from 'kysely';
import {
  type Budget,
  FIRST_WAIT_MS,
  HALF_LIFE_MS,
  isBudget,
  type Limit,
  type LimitBackend,
  type Refused,
  retentionMs,
  type Take,
  type Throttle,
  waitAfter,
} from '../limits/limit.ts';
import type { Db } from './db.ts';

export type LimitTable = {
  /** A hash: no address and no name is stored here. */
  key: string;
  /** Throttles: failures that are not forgotten, as of `at`. */
  level: number;
  /** Epoch ms. Throttles: when `level` was counted; budgets: when the budget is full again. */
  at: number;
  /** Nothing more is allowed until then, epoch ms. */
  closed_until: number;
  expires_at: number;
};

/** Rows kept at most; a flood of addresses must not fill the disk. Those that end first are removed first. */
const ROWS_MAX = 200_000;

export type LimitStore = ReturnType<typeof limitStore>;

/** Limits that all nodes share. Each key is counted by one statement, so that two nodes never both get the last try. */
export function limitStore(db: Db) {
  const store: LimitBackend & {
    cleanUp(now: number, most?: number): Promise<void>;
  } = {
    /** Keys are locked in the order given: callers name the kinds of keys always in the same order. */
    async take(takes, now) {
      return db
        .transaction()
        .execute(async (step): Promise<Refused | null> => {
          for (const one of takes) {
            const closedUntil = await takeOne(step, one, now);
            if (closedUntil !== null) throw new Closed({ key: one.key, closedUntil });
          }
          return null;
        })
        .catch((error: unknown) => {
          if (error instanceof Closed) return error.refused;
          throw error;
        });
    },
    async giveBack({ key, limit, cost = 1 }, now) {
      const change = isBudget(limit)
        ? sql`at = at - ${big(cost * limit.everyMs)}, closed_until = closed_until - ${big(cost * limit.everyMs)}`
        : sql`level = case when level > 1 then level - 1 else 0 end, closed_until = ${big(now)}`;
      await sql`update limits set ${change} where key = ${key}`.execute(db);
    },
    async clear(key) {
      await db.deleteFrom('limits').where('key', '=', key).execute();
    },
    async closedUntil(keys) {
      const rows = await db
        .selectFrom('limits')
        .select('closed_until')
        .where('key', 'in', [...keys])
        .execute();
      return Math.max(0, ...rows.map((row) => row.closed_until));
    },
    async cleanUp(now, most = ROWS_MAX) {
      await db.deleteFrom('limits').where('expires_at', '<=', now).execute();
      const beyond = await db
        .selectFrom('limits')
        .select('expires_at')
        .orderBy('expires_at', 'desc')
        .offset(most)
        .limit(1)
        .executeTakeFirst();
      if (beyond !== undefined) {
        await db.deleteFrom('limits').where('expires_at', '<=', beyond.expires_at).execute();
      }
    },
  };
  return store;
}

/** Ends a transaction, so that nothing is counted of what is refused. */
class Closed extends Error {
  readonly refused: Refused;
  constructor(refused: Refused) {
    super('closed');
    this.refused = refused;
  }
}

// The casts tell PostgreSQL what a parameter is, and SQLite that it is a whole number.
const big = (value: number) => sql<number>`cast(${Math.round(value)} as bigint)`;
const real = (value: number) => sql<number>`cast(${value} as double precision)`;

/** Counts one try unless the key is closed: null, or until when it is. */
async function takeOne(step: Db, { key, limit, cost = 1 }: Take, now: number): Promise<number | null> {
  const expiresAt = now + retentionMs(limit, cost);
  const first = firstRow(limit, cost, now);
  const next = isBudget(limit) ? nextOfBudget(limit, cost, now) : nextOfThrottle(limit, now);
  const { rows } = await sql`
    insert into limits (key, level, at, closed_until, expires_at)
    values (${key}, ${real(first.level)}, ${big(first.at)}, ${big(first.closedUntil)}, ${big(expiresAt)})
    on conflict (key) do update set ${next}, expires_at = ${big(expiresAt)}
    where limits.closed_until <= ${big(now)}
    returning key`.execute(step);
  if (rows.length > 0) return null;
  const row = await step
    .selectFrom('limits')
    .select('closed_until')
    .where('key', '=', key)
    .executeTakeFirst();
  return row?.closed_until ?? now + FIRST_WAIT_MS;
}

function firstRow(limit: Limit, cost: number, now: number) {
  if (!isBudget(limit)) return { level: 1, at: now, closedUntil: now + waitAfter(1, limit) };
  const at = now + cost * limit.everyMs;
  return { level: 0, at, closedUntil: at - (limit.burst - 1) * limit.everyMs };
}

/** The generic cell rate algorithm: see `memory.ts`, which says the same in TypeScript. */
function nextOfBudget({ burst, everyMs }: Budget, cost: number, now: number) {
  const full = sql`(case when limits.at > ${big(now)} then limits.at else ${big(now)} end + ${big(cost * everyMs)})`;
  return sql`at = ${full}, closed_until = ${full} - ${big((burst - 1) * everyMs)}`;
}

function nextOfThrottle(limit: Throttle, now: number): RawBuilder<unknown> {
  const level = sql`(limits.level * power(${real(0.5)}, (${big(now)} - limits.at) / ${real(HALF_LIFE_MS)}) + 1)`;
  const wait = sql`${real(FIRST_WAIT_MS)} * power(${real(2)}, floor(${level}) - ${real(limit.free)})`;
  return sql`level = ${level}, at = ${big(now)}, closed_until = ${big(now)} + cast(case
    when floor(${level}) < ${real(limit.free)} then 0
    when ${wait} > ${real(limit.longestMs)} then ${real(limit.longestMs)}
    else ${wait} end as bigint)`;
}
