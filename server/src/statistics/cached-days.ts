import { DAY, MINUTE } from '../shared/time-units.ts';
import { dayOf, type ReadingColumns, splitIntoDays } from './days.ts';

/** The stored readings. */
export type StoredReadings = {
  columns(wearerId: number, from: number, until: number): Promise<ReadingColumns>;
  count(wearerId: number, from: number, until: number): Promise<number>;
};

/** The cached days of a wearer. `pending`: the last call, for which the next one waits. */
export type CachedDays = {
  wearerId: number;
  days: Map<number, ReadingColumns>;
  /** Epoch milliseconds; 0: readings have changed. */
  validUntil: number;
  /** The memory that they take, in readings of ten bytes. */
  size: number;
  pending: Promise<unknown>;
};

/** The cache is checked after this long even without an event: events may get lost. */
const VALID_MS = 2 * MINUTE;
/** Today and yesterday are read again after every change; older days only when their number of readings differs. */
const RECENT_DAYS = 2;
/** The memory of a day without its readings, in readings. */
const DAY_SIZE = 40;

export const noCachedDays = (wearerId: number): CachedDays => ({
  wearerId,
  days: new Map(),
  validUntil: 0,
  size: 0,
  pending: Promise.resolve(),
});

/** The days from `first` to `last`. Reads those that are not cached or may have changed. */
export async function readDays(
  cached: CachedDays,
  [first, last]: readonly [number, number],
  { history, now }: { history: StoredReadings; now: () => number },
): Promise<ReadingColumns[]> {
  try {
    if (cached.validUntil <= now()) await revalidate(cached, history, now());
    await readMissing(cached, [first, last], history);
  } catch (error) {
    cached.validUntil = 0;
    throw error;
  }
  cached.size = cached.days.size * DAY_SIZE;
  for (const { mgdl } of cached.days.values()) cached.size += mgdl.length;
  return daysBetween(cached, first, last);
}

/** Removes days that may have changed: readings may arrive late, and old ones may have been erased. */
async function revalidate(cached: CachedDays, history: StoredReadings, now: number): Promise<void> {
  // Set before reading, so that an event that comes meanwhile is not lost.
  cached.validUntil = now + VALID_MS;
  const firstRecent = dayOf(now) - RECENT_DAYS + 1;
  const older = [...cached.days.keys()].filter((day) => day < firstRecent);
  for (const day of cached.days.keys()) if (day >= firstRecent) cached.days.delete(day);
  if (older.length === 0) return;
  const first = Math.min(...older);
  const cachedCount = daysBetween(cached, first, firstRecent - 1).reduce(
    (sum, { mgdl }) => sum + mgdl.length,
    0,
  );
  const storedCount = await history.count(cached.wearerId, first * DAY, firstRecent * DAY);
  if (storedCount !== cachedCount) cached.days.clear();
}

/** Reads the days from the first missing one to the last, in one query. */
async function readMissing(
  cached: CachedDays,
  [first, last]: readonly [number, number],
  history: StoredReadings,
): Promise<void> {
  let start = first;
  let end = last;
  while (start <= last && cached.days.has(start)) start += 1;
  while (end > start && cached.days.has(end)) end -= 1;
  if (start > end) return;
  const columns = await history.columns(cached.wearerId, start * DAY, (end + 1) * DAY);
  for (const [day, readings] of splitIntoDays(columns, start, end)) cached.days.set(day, readings);
}

function daysBetween({ days }: CachedDays, first: number, last: number): ReadingColumns[] {
  const found: ReadingColumns[] = [];
  for (let day = first; day <= last; day += 1) {
    const readings = days.get(day);
    if (readings !== undefined) found.push(readings);
  }
  return found;
}
