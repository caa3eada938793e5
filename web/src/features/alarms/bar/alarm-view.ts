import type { Alarm, AlarmSnooze, WatchedWearer } from '@tealight/contract';
import { alarmDefinitions, rankOf } from '@tealight/glucose';

/** A ring sounds for so long, in four steps that become louder. */
const RING_MS = 4 * 60_000;

/** An alarm that goes on, as the bar shows it. */
export type AlarmView = {
  wearer: string;
  name: string;
  unit: WatchedWearer['unit'];
  mayAct: boolean;
  alarm: Alarm;
  /** The snooze that keeps it silent; null: it may sound. */
  snooze: AlarmSnooze | null;
  /** When its present ring began, epoch milliseconds; null while it is silent. */
  soundsSince: number | null;
};

/** All alarms that go on, those that may sound first, the worst first. */
export function alarmViews(wearers: readonly WatchedWearer[], now: number): AlarmView[] {
  const views = wearers.flatMap(({ wearer, name, unit, mayAct, alarms, snoozes }) =>
    alarms.map((alarm): AlarmView => {
      const snooze = snoozeOf(alarm, snoozes, now);
      return { wearer, name, unit, mayAct, alarm, snooze, soundsSince: soundsSince(alarm, snooze, now) };
    }),
  );
  const placeOf = ({ alarm, snooze }: AlarmView) => rankOf(alarm.kind) + (snooze === null ? 0 : 100);
  return views.sort((one, other) => placeOf(one) - placeOf(other));
}

/** The snooze that lasts longest of those that mute this alarm. */
function snoozeOf({ kind }: Alarm, snoozes: readonly AlarmSnooze[], now: number): AlarmSnooze | null {
  const muting = snoozes
    .filter((snooze) => alarmDefinitions[snooze.kind].mutes.includes(kind) && endOf(snooze) > now)
    .sort((one, other) => endOf(other) - endOf(one));
  return muting[0] ?? null;
}

export const endOf = ({ until }: AlarmSnooze): number =>
  until === null ? Number.POSITIVE_INFINITY : Date.parse(until);

function soundsSince(alarm: Alarm, snooze: AlarmSnooze | null, now: number): number | null {
  const { rangAt, isRinging, isSilentForMe = false } = alarm;
  // Who has seen a worse kind has seen this one, and no snooze of its own says so.
  if (rangAt === null || isRinging === false || isSilentForMe || snooze !== null) return null;
  const since = Date.parse(rangAt);
  return now - since < RING_MS ? since : null;
}
