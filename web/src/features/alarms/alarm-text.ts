import type { Alarm, AlarmSnooze } from '@tealight/contract';
import { readingInSentence, readingWithUnit, type SnoozeChoice, type Unit } from '@tealight/glucose';
import { alarmBarText, snoozeText } from '../../text/alarms/bar.ts';
import { alarmKindText } from '../../text/alarms/kinds.ts';
import { ageText, minutesLeft } from '../reading/age.ts';

type Named = { name: string; unit: Unit; alarm: Alarm };

/** An alarm as one sentence that begins with the name (ALM-30). */
export function alarmText({ name, unit, alarm }: Named, now: number): string {
  const age = ageText(alarm.takenAt, now);
  if (alarm.kind === 'no-data') return alarmBarText.noData({ name, age });
  const value = readingWithUnit(alarm.value, unit);
  return alarmBarText.alarm({ name, kind: alarmKindText.names[alarm.kind], value, age });
}

/** The same for the title of the browser tab. */
export function alarmTitle({ name, unit, alarm }: Named): string {
  if (alarm.kind === 'no-data') return alarmBarText.titleNoData({ name });
  const kind = alarmKindText.names[alarm.kind];
  return alarmBarText.title({ name, kind, value: readingInSentence(alarm.value, unit) });
}

type Silenced = { alarm: Alarm; snooze: AlarmSnooze | null };

/** Why an alarm makes no sound: who made it silent and for how long, or the reader's own settings; null: it may sound. */
export function silentText({ alarm, snooze }: Silenced, now: number): string | null {
  if (snooze !== null) return snoozedText(snooze, now);
  return alarm.isSilentForMe === true ? alarmBarText.silentBySettings : null;
}

function snoozedText({ by, until, isForMeAlone }: AlarmSnooze, now: number): string {
  const name = by ?? alarmBarText.somebody;
  if (until === null) return alarmBarText.silentUntilReadings({ by: name });
  const left = alarmBarText.left({ minutes: minutesLeft(Date.parse(until), now) });
  return isForMeAlone ? alarmBarText.silentForMe({ left }) : alarmBarText.silentBy({ by: name, left });
}

/** The length of a snooze: `15 min`, `2 hours`. */
export function snoozeLengthText(choice: SnoozeChoice): string {
  if (choice === 'until-readings') return snoozeText.untilReadings;
  return choice >= 60 && choice % 60 === 0
    ? snoozeText.hours({ hours: choice / 60 })
    : snoozeText.minutes({ minutes: choice });
}
