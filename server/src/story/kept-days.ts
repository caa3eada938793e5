import { DAY, MINUTE } from '../times.ts';
import { type Columns, cutIntoDays, dayOf } from './days.ts';

/** Where readings are kept for good. */
export type HistoryStore = {
  columns(wearerId: number, from: number, until: number): Promise<Columns>;
  count(wearerId: number, from: number, until: number): Promise<number>;
};

/** The days of a wearer that are remembered. `turn`: who asks meanwhile waits, and finds what the one before read. */
export type KeptDays = {
  wearerId: number;
  days: Map<number, Columns>;
  /** Epoch milliseconds; 0: something is new. */
  trustedUntil: number;
  /** How much memory they take, in readings of ten bytes. */
  weight: number;
  turn: Promise<unknown>;
};

/** What is remembered is looked over after this long even if nobody told of readings: a notice may get lost. */
const TRUST_MS = 2 * MINUTE;
/** Today and yesterday are read again whenever something is new; older days only when they count otherwise. */
const GROWING_DAYS = 2;
/** What a day costs besides its readings, in readings. */
const DAY_COSTS = 40;

export const noDays = (wearerId: number): KeptDays => ({
  wearerId,
  days: new Map(),
  trustedUntil: 0,
  weight: 0,
  turn: Promise.resolve(),
});

/** The days from `first` to `last`: those that are not remembered, or may have changed, are read. */
export async function daysFrom(
  kept: KeptDays,
  [first, last]: readonly [number, number],
  { history, now }: { history: HistoryStore; now: () => number },
): Promise<Columns[]> {
  try {
    if (kept.trustedUntil <= now()) await lookOver(kept, history, now());
    await readMissing(kept, [first, last], history);
  } catch (error) {
    kept.trustedUntil = 0;
    throw error;
  }
  kept.weight = kept.days.size * DAY_COSTS;
  for (const { mgdl } of kept.days.values()) kept.weight += mgdl.length;
  return daysBetween(kept, first, last);
}

/** Forgets what may be different by now: a reading may come late, and old ones may have been erased. */
async function lookOver(kept: KeptDays, history: HistoryStore, now: number): Promise<void> {
  // Said before asking, so that a notice that comes meanwhile is not lost.
  kept.trustedUntil = now + TRUST_MS;
  const growing = dayOf(now) - GROWING_DAYS + 1;
  const settled = [...kept.days.keys()].filter((day) => day < growing);
  for (const day of kept.days.keys()) if (day >= growing) kept.days.delete(day);
  if (settled.length === 0) return;
  const first = Math.min(...settled);
  const remembered = daysBetween(kept, first, growing - 1).reduce((sum, { mgdl }) => sum + mgdl.length, 0);
  const there = await history.count(kept.wearerId, first * DAY, growing * DAY);
  if (there !== remembered) kept.days.clear();
}

/** Reads from the first day that is missing to the last, at once. */
async function readMissing(
  kept: KeptDays,
  [first, last]: readonly [number, number],
  history: HistoryStore,
): Promise<void> {
  let start = first;
  let end = last;
  while (start <= last && kept.days.has(start)) start += 1;
  while (end > start && kept.days.has(end)) end -= 1;
  if (start > end) return;
  const columns = await history.columns(kept.wearerId, start * DAY, (end + 1) * DAY);
  for (const [day, readings] of cutIntoDays(columns, start, end)) kept.days.set(day, readings);
}

function daysBetween({ days }: KeptDays, first: number, last: number): Columns[] {
  const found: Columns[] = [];
  for (let day = first; day <= last; day += 1) {
    const readings = days.get(day);
    if (readings !== undefined) found.push(readings);
  }
  return found;
}
