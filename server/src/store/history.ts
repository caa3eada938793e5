import { sql } from 'kysely';
import { DAY } from '../times.ts';
import type { Db } from './db.ts';

/** Readings as columns of equal length, oldest first: `takenAt` epoch milliseconds, `mgdl` whole mg/dL. */
export type Columns = { takenAt: Float64Array; mgdl: Uint16Array };

/** Readings erased by one statement: no writer waits long for it. */
const ERASED_AT_ONCE = 5000;
/** A reading travels as one number: its time within the stretch, and its value below this. */
const PLACE = 10_000;

export type HistoryStore = ReturnType<typeof historyStore>;

/** Long stretches of readings: asked for, counted and erased without an object for each. */
export function historyStore(db: Db) {
  const between = (wearerId: number, from: number, until: number) =>
    db
      .selectFrom('readings')
      .where('wearer_id', '=', wearerId)
      .where('taken_at', '>=', from)
      .where('taken_at', '<', until);
  return {
    /** From `from` on and before `until`. */
    async columns(wearerId: number, from: number, until: number): Promise<Columns> {
      // Whole rows would cost this process four times as much, on either engine.
      const time = sql`(taken_at - cast(${from} as bigint))`;
      const packed = sql<string | null>`string_agg(cast(${time} * ${sql.lit(PLACE)} + mgdl as text), ',')`;
      const row = await between(wearerId, from, until).select(packed.as('packed')).executeTakeFirst();
      return unpack(row?.packed ?? '', from);
    },
    /** How many there are. */
    async count(wearerId: number, from: number, until: number): Promise<number> {
      const { count } = await between(wearerId, from, until)
        .select((count) => count.fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow();
      return Number(count);
    },
    /**
     * Erases some of what is older than its wearer wants it kept: of one wearer, or of all when none is named.
     * Returns whether there may be more.
     */
    async eraseOld(now: number, wearerId?: number): Promise<boolean> {
      let old = db
        .selectFrom('story_settings as settings')
        .innerJoin('readings as old', 'old.wearer_id', 'settings.wearer_id')
        .where('settings.keep_days', 'is not', null)
        .where(sql<boolean>`old.taken_at < ${now} - cast(settings.keep_days as bigint) * ${sql.lit(DAY)}`)
        .select(['old.wearer_id', 'old.taken_at'])
        .limit(ERASED_AT_ONCE);
      if (wearerId !== undefined) old = old.where('settings.wearer_id', '=', wearerId);
      const { numDeletedRows } = await db
        .deleteFrom('readings')
        .where(({ eb, refTuple }) =>
          eb(refTuple('wearer_id', 'taken_at'), 'in', old.$asTuple('wearer_id', 'taken_at')),
        )
        .executeTakeFirstOrThrow();
      return Number(numDeletedRows) === ERASED_AT_ONCE;
    },
  };
}

/** Engines join what they find in the order of the key, but do not promise it. */
function unpack(packed: string, from: number): Columns {
  const numbers = new Float64Array(JSON.parse(`[${packed}]`) as number[]);
  if (numbers.some((number, index) => number < (numbers[index - 1] ?? 0))) numbers.sort();
  const takenAt = new Float64Array(numbers.length);
  const mgdl = new Uint16Array(numbers.length);
  numbers.forEach((number, index) => {
    mgdl[index] = number % PLACE;
    takenAt[index] = from + Math.floor(number / PLACE);
  });
  return { takenAt, mgdl };
}
