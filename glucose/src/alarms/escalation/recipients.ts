import { localDayAt } from '../../series/local-days.ts';
import { type DailyHours, isDuring, localTimeAt } from '../../series/local-time.ts';
import { MINUTE_MS } from '../../series/period.ts';
import { type AlarmKind, alarmDefinitions, rankOf } from '../kinds.ts';

/** The first is 1970-01-05, a Monday. */
export const weekdays = [
  'monday',
  'tuesday',
  'wednesday',
  'thursday',
  'friday',
  'saturday',
  'sunday',
] as const;
export type Weekday = (typeof weekdays)[number];

/** Hours that start on one day of the week; those that end before they start end on the next day. Empty if both are equal. */
export type WeeklyHours = DailyHours & { weekday: Weekday };

/**
 * Somebody who gets alarms of a wearer.
 *
 * `timeZone`    their own, for plan and quiet hours
 * `onDuty`      a switch, or a weekly plan
 * `mildestRank` up to which rank alarms reach them; 0 for none, 8 for all
 * `quietHours`  hold back the sound of ranks 5 to 8
 * `silenced`    "just me": kinds that this recipient snoozed for nobody else, and until when
 */
export type Recipient = {
  id: string;
  timeZone: string;
  onDuty: boolean | readonly WeeklyHours[];
  mildestRank: { onDuty: number; offDuty: number };
  quietHours: DailyHours | null;
  silenced: readonly { kind: AlarmKind; until: number }[];
};

/** `silent`: without any sound; `loud`: also on channels that ring through a silent phone. */
export const loudnesses = ['silent', 'normal', 'loud'] as const;
export type Loudness = (typeof loudnesses)[number];
export type Delivery = { recipient: string; loudness: Loudness };

/** Quiet hours hold back this rank and milder ones: not the lows, and not missing data. */
const QUIET_FROM_RANK = rankOf('falling-fast');

/**
 * Whether somebody is on duty, by their wall clock; never who wants no alarms, since others would count on them. Throws
 * a RangeError for a name that is no time zone.
 */
export function isOnDuty(
  { onDuty, timeZone, mildestRank }: Pick<Recipient, 'onDuty' | 'timeZone' | 'mildestRank'>,
  now: number,
): boolean {
  if (mildestRank.onDuty === 0) return false;
  if (typeof onDuty === 'boolean') return onDuty;
  const minute = localTimeAt(now, timeZone) / MINUTE_MS;
  const today = localDayAt(now, timeZone);
  return onDuty.some(({ weekday, fromMinute, untilMinute }) => {
    if (fromMinute <= untilMinute)
      return weekday === weekdayOf(today) && minute >= fromMinute && minute < untilMinute;
    if (weekday === weekdayOf(today)) return minute >= fromMinute;
    return weekday === weekdayOf(today - 1) && minute < untilMinute;
  });
}

/**
 * Who gets an alarm, and how loud.
 *
 * Edges   if nobody is on duty who did not silence this kind for themselves, everybody counts as on duty. A silenced kind
 *         and, from rank 5 on, quiet hours make the message silent.
 */
export function deliveriesOf(
  kind: AlarmKind,
  recipients: readonly Recipient[],
  { to, loudness, now }: { to: 'on-duty' | 'everybody'; loudness: Loudness; now: number },
): Delivery[] {
  const onDuty = recipients.filter((one) => isOnDuty(one, now));
  const isNobodyOnDuty = onDuty.every((one) => hasSilenced(one, kind, now));
  return recipients.flatMap((recipient) => {
    const { id, mildestRank } = recipient;
    const isOn = isNobodyOnDuty || onDuty.includes(recipient);
    if (to === 'on-duty' && !isOn) return [];
    if (rankOf(kind) > (isOn ? mildestRank.onDuty : mildestRank.offDuty)) return [];
    return [{ recipient: id, loudness: isSilent(recipient, kind, now) ? 'silent' : loudness }];
  });
}

function isSilent(recipient: Recipient, kind: AlarmKind, now: number): boolean {
  const { quietHours, timeZone } = recipient;
  const isQuiet =
    rankOf(kind) >= QUIET_FROM_RANK && quietHours !== null && isDuring(quietHours, timeZone, now);
  return isQuiet || hasSilenced(recipient, kind, now);
}

/** As a snooze for everybody, it mutes milder kinds of the family too. */
const hasSilenced = ({ silenced }: Recipient, kind: AlarmKind, now: number): boolean =>
  silenced.some((one) => now < one.until && alarmDefinitions[one.kind].mutes.includes(kind));

const weekdayOf = (day: number): Weekday => weekdays[(((day + 3) % 7) + 7) % 7] ?? 'monday';
