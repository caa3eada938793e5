import type { LampSettings } from '@tealight/contract';
import { minuteOfTime, timeText } from './time-of-day.ts';

/** Lamp settings as form values: percentages and times of day. */
export type LampValues = {
  dayPercent: number;
  nightPercent: number;
  hasNight: boolean;
  from: string;
  until: string;
  inRange: LampSettings['inRange'];
  flashesForAlarms: boolean;
  alarmWhenMuted: boolean;
};

/** The default night. */
const defaultNight = { fromMinute: 22 * 60, untilMinute: 7 * 60 };

/** Without the time zone, which is a setting of the wearer and saved separately. */
export type EditedSettings = Omit<LampSettings, 'timeZone'>;

export function valuesOf(settings: EditedSettings): LampValues {
  const { dayBrightness, nightBrightness, night, inRange, alarmRhythm, alarmWhenMuted } = settings;
  const { fromMinute, untilMinute } = night ?? defaultNight;
  return {
    dayPercent: Math.round(dayBrightness * 100),
    nightPercent: Math.round(nightBrightness * 100),
    hasNight: night !== null,
    from: timeText(fromMinute),
    until: timeText(untilMinute),
    inRange,
    flashesForAlarms: alarmRhythm === 'on',
    alarmWhenMuted,
  };
}

/** The settings of the form values; null while a time is missing. */
export function settingsOf(values: LampValues): EditedSettings | null {
  const fromMinute = minuteOfTime(values.from);
  const untilMinute = minuteOfTime(values.until);
  if (values.hasNight && (fromMinute === null || untilMinute === null)) return null;
  return {
    dayBrightness: values.dayPercent / 100,
    nightBrightness: values.nightPercent / 100,
    night:
      values.hasNight && fromMinute !== null && untilMinute !== null ? { fromMinute, untilMinute } : null,
    inRange: values.hasNight || values.inRange !== 'dark-at-night' ? values.inRange : 'glow',
    alarmRhythm: values.flashesForAlarms ? 'on' : 'off',
    alarmWhenMuted: values.alarmWhenMuted,
  };
}
