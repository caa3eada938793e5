import type { Reading } from '@tealight/glucose';
import type { Store } from '../src/store/store.ts';
import { MINUTE } from '../src/times.ts';

/** A Friday noon in UTC, far from any change of clocks. */
export const NOON = Date.UTC(2026, 10, 20, 12);

export type Taken = { takenAt: number; mgdl: number };

/** Readings every five minutes from `from` on and before `until`; `mgdlAt` says each. */
export function everyFive(
  from: number,
  until: number,
  mgdlAt: (takenAt: number) => number = () => 100,
): Taken[] {
  const readings: Taken[] = [];
  for (let at = from; at < until; at += 5 * MINUTE) readings.push({ takenAt: at, mgdl: mgdlAt(at) });
  return readings;
}

/** Stores them, as the poller does. */
export async function keep(
  { readings, changes }: Pick<Store, 'readings' | 'changes'>,
  wearerId: number,
  taken: readonly Taken[],
): Promise<void> {
  await readings.add(
    taken.map((reading): Reading & { wearerId: number } => ({ wearerId, ...reading, trend: 'steady' })),
  );
  changes.tell(wearerId, 'readings');
}
