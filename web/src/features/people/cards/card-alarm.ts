import type { WatchedWearer } from '@tealight/contract';
import { alarmKindText } from '../../../text/alarms/kinds.ts';
import { peopleText } from '../../../text/people/list.ts';
import { type AlarmView, alarmViews } from '../../alarms/bar/alarm-view.ts';

/** The worst alarm of each wearer that goes on, by the wearer's id. `now`: epoch milliseconds. */
export function worstAlarms(wearers: readonly WatchedWearer[], now: number): ReadonlyMap<string, AlarmView> {
  const worst = new Map<string, AlarmView>();
  for (const view of alarmViews(wearers, now)) if (!worst.has(view.wearer)) worst.set(view.wearer, view);
  return worst;
}

/** An alarm in the words of a card. */
export function cardAlarmText({ alarm, snooze }: AlarmView): string {
  const kind = alarmKindText.inSentence[alarm.kind];
  return snooze === null ? peopleText.card.alarm({ kind }) : peopleText.card.silentAlarm({ kind });
}
