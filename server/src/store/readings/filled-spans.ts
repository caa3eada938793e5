import { DAY, SECOND } from '../../shared/time-units.ts';
import type { Db } from '../db.ts';
import type { WearersReading } from './readings.ts';

/**
 * Readings from `firstAt` to `lastAt` (epoch ms) that were filled in after newer ones, so that a client that is past
 * their time has to read them again: they count as modified from `firstModified` to `lastModified`, in their order.
 */
export type FilledSpan = { firstAt: number; lastAt: number; firstModified: number; lastModified: number };

/** Readings of a wearer that are filled in now. Times in epoch ms. */
export type Filled = { wearerId: number; firstAt: number; lastAt: number };

/** How long a display may be off and still learn what was filled in meanwhile. Own choice. */
const KEEP_MS = 30 * DAY;
/** The most rows of a wearer, so that a source that repeats its history cannot fill the disk. Own choice. */
const MAX_ROWS = 100;
/** New readings are at least this far apart, from each other and from stored ones: `DUPLICATE_WITHIN_MS`. */
const APART_MS = 30 * SECOND;
/** The most modified times of a span: a hundredth of its readings share one, and many spans fit before a new reading. */
const MAX_WIDTH_MS = 100;

/** Which readings displays that are past their time have to read again. */
export function filledSpanStore(db: Db) {
  const of = (wearerId: number) =>
    db
      .selectFrom('filled_spans')
      .select(['first_at as firstAt', 'last_at as lastAt'])
      .select(['first_modified as firstModified', 'last_modified as lastModified'])
      .where('wearer_id', '=', wearerId)
      .orderBy('last_modified');

  /** Removes the older half of a wearer's spans: the new span takes their readings over, so that none is lost. */
  const withOlder = async (filled: Filled): Promise<Filled> => {
    const { wearerId } = filled;
    const older = await of(wearerId)
      .limit(MAX_ROWS / 2)
      .execute();
    await db
      .deleteFrom('filled_spans')
      .where('wearer_id', '=', wearerId)
      .where('last_modified', '<=', older.at(-1)?.lastModified ?? 0)
      .execute();
    return {
      ...filled,
      firstAt: Math.min(filled.firstAt, ...older.map(({ firstAt }) => firstAt)),
      lastAt: Math.max(filled.lastAt, ...older.map(({ lastAt }) => lastAt)),
    };
  };

  return {
    /** Of a wearer, the one that was filled in last at the end. */
    of: (wearerId: number): Promise<FilledSpan[]> => of(wearerId).execute(),
    /** After their readings were stored, in the same transaction. No statement without any. */
    async add(all: readonly Filled[]): Promise<void> {
      if (all.length === 0) return;
      const known = await db
        .selectFrom('wearers')
        .select((row) => [
          'wearers.id as wearerId',
          row
            .selectFrom('readings')
            .select((one) => one.fn.max('taken_at').as('at'))
            .whereRef('readings.wearer_id', '=', 'wearers.id')
            .as('takenAt'),
          row
            .selectFrom('filled_spans')
            .select((one) => one.fn.max('last_modified').as('at'))
            .whereRef('filled_spans.wearer_id', '=', 'wearers.id')
            .as('modified'),
          row
            .selectFrom('filled_spans')
            .select((one) => one.fn.countAll().as('rows'))
            .whereRef('filled_spans.wearer_id', '=', 'wearers.id')
            .as('rows'),
        ])
        .where(
          'wearers.id',
          'in',
          all.map(({ wearerId }) => wearerId),
        )
        .execute();
      const rows = [];
      for (const one of all) {
        const before = known.find(({ wearerId }) => wearerId === one.wearerId);
        if (before === undefined) continue;
        const filled = Number(before.rows) < MAX_ROWS ? one : await withOlder(one);
        const { firstModified, lastModified } = modifiedOf(filled, before);
        rows.push({
          wearer_id: filled.wearerId,
          first_at: filled.firstAt,
          last_at: filled.lastAt,
          first_modified: firstModified,
          last_modified: lastModified,
        });
      }
      if (rows.length > 0) await db.insertInto('filled_spans').values(rows).execute();
    },
    async cleanup(now: number): Promise<void> {
      await db
        .deleteFrom('filled_spans')
        .where('last_modified', '<=', now - KEEP_MS)
        .execute();
    },
  };
}

type Known = { takenAt: number | null; modified: number | null };

/**
 * After everything that a client can have read, and before the next new reading: with the clock's time a reading that
 * is late, as those of most vendors are, would be older than what the client has, and be missed. The first ones have a
 * second each, as the dates of HTTP have whole seconds; the many steps of a long history have milliseconds.
 */
function modifiedOf({ firstAt, lastAt }: Filled, { takenAt, modified }: Known) {
  const newest = takenAt ?? lastAt;
  const before = Math.max(newest, modified ?? 0);
  const width = Math.min(MAX_WIDTH_MS, Math.floor((lastAt - firstAt) / APART_MS));
  const nextSecond = (Math.floor(before / SECOND) + 1) * SECOND;
  const firstModified = nextSecond < newest + APART_MS / 2 ? nextSecond : before + 1;
  return { firstModified, lastModified: firstModified + width };
}

/** `filledBefore`: readings that are older than this (epoch ms) come after newer ones. */
type Result = {
  wearerId: number;
  readings: readonly WearersReading[];
  filledBefore?: number;
};

/** What was filled in, of results of which `added` was not stored yet. */
export function filledIn(results: readonly Result[], added: readonly WearersReading[]): Filled[] {
  const addedByWearer = Map.groupBy(added, ({ wearerId }) => wearerId);
  return results.flatMap(({ wearerId, readings, filledBefore = 0 }) => {
    const times = new Set(addedByWearer.get(wearerId)?.map(({ takenAt }) => takenAt));
    // Those that are stored although the poller took them for new are from a node that died between two steps.
    const known = readings.map(({ takenAt }) => takenAt).filter((takenAt) => !times.has(takenAt));
    const filled = [...times].filter((takenAt) => takenAt < Math.max(filledBefore, ...known));
    if (filled.length === 0) return [];
    return [{ wearerId, firstAt: Math.min(...filled), lastAt: Math.max(...filled) }];
  });
}
