import type { AlarmKind } from './kinds.ts';
import { type AlarmSnooze, SNOOZE_ENDS_AFTER_MS, snoozeEnds } from './snoozes.ts';
import type { AlarmState } from './state.ts';

/** Snoozes that hold, kinds whose snoozes have ended, and since when the condition of those that hold is over. */
export type LiveSnoozes = {
  live: readonly AlarmSnooze[];
  ended: readonly AlarmKind[];
  overSince: AlarmState['overSince'];
};

/**
 * Which snoozes still hold: until their time, or until their kind has been over for 15 minutes.
 *
 * Edges   one that was set while its kind was not on ends 15 minutes later, so that nobody sleeps through an alarm that
 *         was muted in the evening. Without a fresh reading nobody knows whether a kind is over.
 */
export function liveSnoozes(
  snoozes: readonly AlarmSnooze[],
  active: ReadonlySet<AlarmKind>,
  { overSince, resumedAt }: AlarmState,
  { isFresh, now }: { isFresh: boolean; now: number },
): LiveSnoozes {
  const since: AlarmState['overSince'] = {};
  const live = snoozes.filter((snooze) => {
    if (snoozeEnds(snooze, now, resumedAt) <= now) return false;
    const { kind, setAt } = snooze;
    const before = overSince[kind];
    if (active.has(kind) || (before === undefined && !isFresh)) return true;
    const over = Math.max(before ?? now, Math.min(setAt, now));
    if (isFresh && now - over >= SNOOZE_ENDS_AFTER_MS) return false;
    since[kind] = over;
    return true;
  });
  const kinds = new Set(live.map(({ kind }) => kind));
  const ended = new Set(snoozes.map(({ kind }) => kind).filter((kind) => !kinds.has(kind)));
  return { live, ended: [...ended], overSince: since };
}
