import { type Expression, sql } from 'kysely';
import { DAY } from '../../shared/time-units.ts';
import { type Db, isAmong, isPostgres } from '../db.ts';

/** Readings as columns of equal length, oldest first: `takenAt` epoch milliseconds, `mgdl` whole mg/dL. */
export type ReadingColumns = { takenAt: Float64Array; mgdl: Uint16Array };

/** Readings that one statement erases, so that no writer waits long. */
const ERASE_BATCH = 5000;
/** The database returns a reading as one number: its time since `from`, multiplied by this, plus its value. */
const TIME_FACTOR = 10_000;

/** Long periods of readings: read, counted and erased without an object for each reading. */
export function historyStore(db: Db) {
  const between = (wearerId: number, from: number, until: number) =>
    db
      .selectFrom('readings')
      .where('wearer_id', '=', wearerId)
      .where('taken_at', '>=', from)
      .where('taken_at', '<', until);
  return {
    /** Readings from `from` until before `until`. */
    async columns(wearerId: number, from: number, until: number): Promise<ReadingColumns> {
      // Rows with three columns would cost this process four times as much, with both engines.
      const time = sql`(taken_at - cast(${from} as bigint))`;
      const packed = sql<
        string | null
      >`string_agg(cast(${time} * ${sql.lit(TIME_FACTOR)} + mgdl as text), ',')`;
      const row = await between(wearerId, from, until).select(packed.as('packed')).executeTakeFirst();
      return unpack(row?.packed ?? '', from);
    },
    /** The number of readings from `from` until before `until`. */
    async count(wearerId: number, from: number, until: number): Promise<number> {
      const { count } = await between(wearerId, from, until)
        .select((count) => count.fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow();
      return Number(count);
    },
    /**
     * Erases a batch of readings that are older than the wearer's retention period: of one wearer, or of all when
     * none is given. Returns whether there may be more.
     */
    async eraseOld(now: number, wearerId?: number): Promise<boolean> {
      const old = batchOf(db)
        .innerJoin('statistics_settings as settings', 'settings.wearer_id', 'batch.wearer_id')
        .where('settings.keep_days', 'is not', null)
        .where(sql<boolean>`batch.taken_at < ${now} - cast(settings.keep_days as bigint) * ${sql.lit(DAY)}`);
      return erase(db, wearerId === undefined ? old : old.where('settings.wearer_id', '=', wearerId));
    },
    /**
     * Erases a batch of the readings of an account's own wearers, or of one of them. Returns whether there may be more.
     * Erasing years of readings with the wearer, in one statement, would keep all writers waiting.
     */
    async eraseOwn(accountId: number, wearerId?: number): Promise<boolean> {
      const own = batchOf(db)
        .innerJoin('wearers', 'wearers.id', 'batch.wearer_id')
        .where('wearers.account_id', '=', accountId);
      return erase(db, wearerId === undefined ? own : own.where('wearers.id', '=', wearerId));
    },
  };
}

/** What identifies a batch of readings: PostgreSQL finds a row fastest by its place. */
const batchOf = (db: Db) =>
  db
    .selectFrom('readings as batch')
    .$if(isPostgres(db), (batch) => batch.select(sql`batch.ctid`.as('ctid')))
    .$if(!isPostgres(db), (batch) => batch.select(['batch.wearer_id', 'batch.taken_at']))
    .limit(ERASE_BATCH);

async function erase(db: Db, batch: Expression<unknown>): Promise<boolean> {
  const row = isPostgres(db) ? sql`ctid` : sql`(wearer_id, taken_at)`;
  const { numDeletedRows } = await db
    .deleteFrom('readings')
    .where(isAmong(db, row, batch))
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows) === ERASE_BATCH;
}

/** Engines aggregate in the order of the key, but do not guarantee it. */
function unpack(packed: string, from: number): ReadingColumns {
  const numbers = new Float64Array(JSON.parse(`[${packed}]`) as number[]);
  if (numbers.some((number, index) => number < (numbers[index - 1] ?? 0))) numbers.sort();
  const takenAt = new Float64Array(numbers.length);
  const mgdl = new Uint16Array(numbers.length);
  numbers.forEach((number, index) => {
    mgdl[index] = number % TIME_FACTOR;
    takenAt[index] = from + Math.floor(number / TIME_FACTOR);
  });
  return { takenAt, mgdl };
}
