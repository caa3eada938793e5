import type { Change } from '@tealight/contract';
import { type Period, type Series, seriesOf } from '@tealight/glucose';
import { dayOf, readingsOf } from './days.ts';
import { daysFrom, type HistoryStore, type KeptDays, noDays } from './kept-days.ts';

export type HistoryParts = {
  history: HistoryStore;
  changes: {
    listen(heard: (wearerId: number, change: Change) => void): () => void;
    onMissed(missed: () => void): () => void;
  };
  now: () => number;
};

export type History = Disposable & {
  /** The wearer's readings of a period, and those before it on its first day (UTC). */
  seriesFor(wearerId: number, period: Period): Promise<Series>;
};

/** Readings remembered, of all wearers together: some 30 MB. */
const MOST_READINGS = 3_000_000;

/** Histories, remembered by wearer and day: each day is read once, and a new reading costs a day or two. */
export function openHistory(
  { history, changes, now }: HistoryParts,
  mostReadings: number = MOST_READINGS,
): History {
  const kept = new Map<number, KeptDays>();
  const hush = [
    changes.listen((wearerId, change) => {
      const known = kept.get(wearerId);
      if (change === 'readings' && known !== undefined) known.trustedUntil = 0;
      // A wearer who is erased is told as one whose range has changed: nothing of them may stay.
      if (change === 'range') kept.delete(wearerId);
    }),
    changes.onMissed(() => {
      for (const known of kept.values()) known.trustedUntil = 0;
    }),
  ];
  return {
    async seriesFor(wearerId, { from, to }) {
      const own = lastTouched(kept, wearerId);
      const days = own.turn.then(() => daysFrom(own, [dayOf(from), dayOf(to)], { history, now }));
      own.turn = days.catch(() => {});
      const series = seriesOf(readingsOf(await days, to));
      makeRoom(kept, mostReadings);
      return series;
    },
    [Symbol.dispose]() {
      for (const end of hush) end();
      kept.clear();
    },
  };
}

/** The wearer's entry, moved to the end of the map. */
function lastTouched(kept: Map<number, KeptDays>, wearerId: number): KeptDays {
  const own = kept.get(wearerId) ?? noDays(wearerId);
  kept.delete(wearerId);
  kept.set(wearerId, own);
  return own;
}

/** Forgets whoever has not asked for longest, but not the one who has just asked. */
function makeRoom(kept: Map<number, KeptDays>, most: number): void {
  let weight = 0;
  for (const one of kept.values()) weight += one.weight;
  for (const [wearerId, one] of kept) {
    if (weight <= most || kept.size === 1) return;
    kept.delete(wearerId);
    weight -= one.weight;
  }
}
