import type { OwnAlarms } from '@tealight/contract';
import { alarmKinds, type Weekday, weekdays } from '@tealight/glucose';
import { alarmKindText } from '../../../text/alarms/kinds.ts';
import { ownAlarmsText } from '../../../text/alarms/recipients.ts';
import type { TypedHours } from '../../devices/HoursFields.tsx';
import { minuteOfTime, timeText } from '../../devices/time-of-day.ts';

/** The most hours of a weekly plan, as in the contract. */
export const MAX_PLAN_HOURS = 28;

/** What the form holds; times as they are typed. */
export type PlanRow = TypedHours & { id: number; weekday: Weekday };
export type OwnValues = {
  onDuty: 'on' | 'off' | 'plan';
  plan: readonly PlanRow[];
  onDutyRank: number;
  offDutyRank: number;
  isQuiet: boolean;
  quiet: TypedHours;
  timeZone: string;
  weeklyMail: boolean;
};

/** The first hours of a plan: a night. Own choice, as the night of the lamps. */
const firstHours = { from: '22:00', until: '07:00' };

export function valuesOf({ onDuty, mildestRank, quietHours, timeZone, weeklyMail }: OwnAlarms): OwnValues {
  const hours = typeof onDuty === 'boolean' ? [] : onDuty;
  return {
    onDuty: typeof onDuty !== 'boolean' ? 'plan' : onDuty ? 'on' : 'off',
    plan: hours.map((row, id) => ({ id, weekday: row.weekday, ...typedHours(row) })),
    onDutyRank: mildestRank.onDuty,
    offDutyRank: mildestRank.offDuty,
    isQuiet: quietHours !== null,
    quiet: quietHours === null ? firstHours : typedHours(quietHours),
    timeZone,
    weeklyMail,
  };
}

/** The settings of the form values; null while a time is missing or a plan has no hours. */
export function ownAlarmsOf(values: OwnValues): OwnAlarms | null {
  const onDuty = values.onDuty === 'plan' ? planOf(values.plan) : values.onDuty === 'on';
  const quietHours = values.isQuiet ? hoursOf(values.quiet) : null;
  if (onDuty === null || (values.isQuiet && quietHours === null)) return null;
  return {
    onDuty,
    mildestRank: { onDuty: values.onDutyRank, offDuty: values.offDutyRank },
    quietHours,
    timeZone: values.timeZone,
    weeklyMail: values.weeklyMail,
  };
}

function planOf(rows: readonly PlanRow[]) {
  const plan = rows.flatMap((row) => {
    const hours = hoursOf(row);
    return hours === null ? [] : [{ weekday: row.weekday, ...hours }];
  });
  return plan.length === 0 || plan.length < rows.length ? null : plan;
}

const typedHours = ({
  fromMinute,
  untilMinute,
}: {
  fromMinute: number;
  untilMinute: number;
}): TypedHours => ({
  from: timeText(fromMinute),
  until: timeText(untilMinute),
});

function hoursOf({ from, until }: TypedHours) {
  const [fromMinute, untilMinute] = [minuteOfTime(from), minuteOfTime(until)];
  return fromMinute === null || untilMinute === null ? null : { fromMinute, untilMinute };
}

/** A further row: the hours of the last one, on the next day. */
export function nextRow(rows: readonly PlanRow[]): PlanRow {
  const last = rows.at(-1);
  const place = last === undefined ? 0 : (weekdays.indexOf(last.weekday) + 1) % weekdays.length;
  const { from, until } = last ?? firstHours;
  const id = Math.max(-1, ...rows.map((row) => row.id)) + 1;
  return { id, weekday: weekdays[place] ?? 'monday', from, until };
}

/** The choices of the mildest alarm, from none to all. */
export function rankChoices(): { value: string; label: string }[] {
  const text = ownAlarmsText.rank;
  const byKind = alarmKinds.map((kind, index) => {
    const name = { kind: alarmKindText.names[kind] };
    const isLast = index === alarmKinds.length - 1;
    return {
      value: String(index + 1),
      label: isLast ? text.all : index === 0 ? text.only(name) : text.upTo(name),
    };
  });
  return [{ value: '0', label: text.none }, ...byKind];
}
