import { MINUTE_MS } from '../series/period.ts';
import type { AlarmReading } from './alarm-readings.ts';
import {
  conditionOf,
  FAST_ENDS_AFTER_MS,
  type Glucose,
  type GlucoseKind,
  NO_SLOPE_ENDS_AFTER_MS,
  waitedAt,
} from './conditions.ts';
import { type AlarmKind, kindsOfFamily, rankOf } from './kinds.ts';
import type { AlarmRules } from './settings.ts';
import type { AlarmState, Episode } from './state.ts';

/** The families that are about glucose: all but missing data. */
export const glucoseFamilies = ['low', 'falling', 'high', 'rising'] as const;
type GlucoseFamily = (typeof glucoseFamilies)[number];

/** The kinds of a family that are on now, the worst first; those that wait, with the end of the wait; times of the episode. */
export type Judged = Pick<Episode, 'active' | 'beyondAt' | 'noSlopeSince'> & {
  waiting: AlarmState['waiting'];
};

/** What is judged: the newest reading with what is known of it, and readings of its source, oldest first. */
export type NewReading = { newest: AlarmReading; glucose: Glucose; readings: readonly AlarmReading[] };

/**
 * The kinds that are on when a new reading has come.
 *
 * Edges   a kind that was on stays on until its edge. One that becomes the worst because a worse one ended does not wait:
 *         this family has rung already.
 */
export function judgeReading(
  family: GlucoseFamily,
  rules: AlarmRules,
  { newest, glucose, readings }: NewReading,
  { previous, now }: { previous: Episode | undefined; now: number },
): Judged {
  const active: AlarmKind[] = [];
  const waiting: AlarmState['waiting'] = {};
  let beyondAt = previous?.beyondAt ?? 0;
  const noSlopeSince = noSlopeSinceOf(previous, newest, glucose);
  const hasNoSlopeForLong = noSlopeSince !== null && newest.takenAt - noSlopeSince >= NO_SLOPE_ENDS_AFTER_MS;
  for (const kind of glucoseKindsOf(family)) {
    if (!rules[kind].isOn) continue;
    const condition = conditionOf(kind, rules, glucose);
    const wasActive = previous?.active.includes(kind) === true;
    const isLess = active.length === 0 && previous?.active.some((other) => rankOf(other) < rankOf(kind));
    if (condition === 'beyond') {
      beyondAt = newest.takenAt;
      const endOfWait = wasActive || isLess ? now : waitedAt(kind, rules, readings);
      // A reading may be dated a little ahead of this clock.
      if (endOfWait <= Math.max(now, newest.takenAt)) active.push(kind);
      else waiting[kind] = endOfWait;
    } else if (condition === 'between' && wasActive && !(kind === 'urgent-low-soon' && hasNoSlopeForLong))
      active.push(kind);
  }
  return { active: stillFast(family, active, now - beyondAt), waiting, beyondAt, noSlopeSince };
}

/** Since which reading an urgent low soon that is on has had no slope. */
function noSlopeSinceOf(
  previous: Episode | undefined,
  newest: AlarmReading,
  { perMinute }: Glucose,
): number | null {
  if (perMinute !== null || previous?.active.includes('urgent-low-soon') !== true) return null;
  return previous.noSlopeSince ?? newest.takenAt;
}

/** The kinds that are on without a new reading: waits may be over, kinds may have been switched off. */
export function judgeTime(
  family: GlucoseFamily,
  rules: AlarmRules,
  state: AlarmState,
  { isFresh, now }: { isFresh: boolean; now: number },
): Judged {
  const previous = state.episodes[family];
  const waiting: AlarmState['waiting'] = {};
  const active = glucoseKindsOf(family).filter((kind) => {
    if (!rules[kind].isOn) return false;
    const endOfWait = state.waiting[kind];
    if (endOfWait !== undefined && (endOfWait > now || !isFresh)) waiting[kind] = endOfWait;
    return previous?.active.includes(kind) || (endOfWait !== undefined && waiting[kind] === undefined);
  });
  const beyondAt = previous?.beyondAt ?? state.judgedAt;
  const noSlopeSince = previous?.noSlopeSince ?? null;
  return { active: stillFast(family, active, now - beyondAt), waiting, beyondAt, noSlopeSince };
}

/**
 * Without newer data nobody knows how things are. Own choice: an hour of repeats that name an old value is enough, where
 * no alarm about missing data takes over before.
 */
export const LOST_AFTER_MS = 60 * MINUTE_MS;

const stillFast = (family: GlucoseFamily, active: readonly AlarmKind[], sinceMs: number) =>
  (family === 'falling' || family === 'rising') && sinceMs >= FAST_ENDS_AFTER_MS ? [] : active;

const glucoseKindsOf = (family: GlucoseFamily): GlucoseKind[] =>
  kindsOfFamily[family].filter((kind) => kind !== 'no-data');
