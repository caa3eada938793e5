import { MINUTE_MS } from '../series/period.ts';
import { CLOCK_SKEW_MS } from '../stale.ts';
import { type AlarmKind, alarmDefinitions, type SnoozeChoice } from './kinds.ts';

/** A kind that somebody muted for a wearer. `until` null: until new readings have come. Epoch milliseconds. */
export type AlarmSnooze = { kind: AlarmKind; setAt: number; until: number | null };

/** A snooze ends early when its kind has been over for this long: a relapse rings, a value that dances on the edge does not. */
export const SNOOZE_ENDS_AFTER_MS = 15 * MINUTE_MS;

/** Whether a snooze of this kind may last this long. */
export const isSnoozeChoice = (kind: AlarmKind, choice: SnoozeChoice): boolean =>
  alarmDefinitions[kind].snoozes.includes(choice);

/**
 * The snooze that starts now.
 *
 * Throws  RangeError for a length that the kind does not offer.
 */
export function snoozeOf(kind: AlarmKind, choice: SnoozeChoice, now: number): AlarmSnooze {
  if (!isSnoozeChoice(kind, choice)) throw new RangeError(`${kind} cannot be snoozed that long`);
  return { kind, setAt: now, until: choice === 'until-readings' ? null : now + choice * MINUTE_MS };
}

/** What "Seen" does: the shortest snooze of the kind. */
export const seenSnooze = (kind: AlarmKind, now: number): AlarmSnooze =>
  snoozeOf(kind, alarmDefinitions[kind].snoozes[0], now);

/** Every kind has at least two choices in minutes. */
const MIN_MINUTES = 15;

/** The minutes of the two buttons of a notification: Seen is the shortest snooze of the kind, the other one the next longer. */
export function buttonMinutes(kind: AlarmKind, button: 'seen' | 'snooze'): number {
  const minutes = alarmDefinitions[kind].snoozes[button === 'seen' ? 0 : 1];
  return typeof minutes === 'number' ? minutes : MIN_MINUTES;
}

/**
 * When a snooze ends at the latest; infinity for one that lasts until readings come.
 *
 * Edges   one that was set later than now, because the clock was set back at `clockSetAt`, lasts no longer than it was
 *         meant to from then on.
 */
export function snoozeEnds({ setAt, until }: AlarmSnooze, now: number, clockSetAt: number): number {
  if (until === null) return Number.POSITIVE_INFINITY;
  return setAt > now + CLOCK_SKEW_MS ? Math.min(until, clockSetAt + until - setAt) : until;
}

/** The kinds that these snoozes mute. */
export const mutedKinds = (snoozes: readonly AlarmSnooze[]): ReadonlySet<AlarmKind> =>
  new Set(snoozes.flatMap(({ kind }) => alarmDefinitions[kind].mutes));
