import type { Reading } from '@tealight/glucose';
import { MINUTE } from '../src/shared/time-units.ts';
import type { Store } from '../src/store/store.ts';

/** A Friday noon in UTC, far from any daylight saving change. */
export const NOON = Date.UTC(2026, 10, 20, 12);

export type StoredReading = { takenAt: number; mgdl: number };

/** Readings every five minutes from `from` until before `until`, with the values of `mgdlAt`. */
export function everyFive(
  from: number,
  until: number,
  mgdlAt: (takenAt: number) => number = () => 100,
): StoredReading[] {
  const readings: StoredReading[] = [];
  for (let at = from; at < until; at += 5 * MINUTE) readings.push({ takenAt: at, mgdl: mgdlAt(at) });
  return readings;
}

/** Stores readings and publishes the change, like the poller. */
export async function storeReadings(
  { readings, changes }: Pick<Store, 'readings' | 'changes'>,
  wearerId: number,
  taken: readonly StoredReading[],
): Promise<void> {
  await readings.add(
    taken.map((reading): Reading & { wearerId: number } => ({ wearerId, ...reading, trend: 'steady' })),
  );
  changes.publish(wearerId, 'readings');
}
