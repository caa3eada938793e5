import type { LampSettings } from '@tealight/contract';

/** Lamp settings as form values: percentages and times of day. */
export type LampValues = {
  dayPercent: number;
  nightPercent: number;
  hasNight: boolean;
  from: string;
  until: string;
  inRange: LampSettings['inRange'];
};

/** The default night. */
const defaultNight = { fromMinute: 22 * 60, untilMinute: 7 * 60 };

/** Without the time zone, which is a setting of the wearer and saved separately. */
export type EditedSettings = Omit<LampSettings, 'timeZone'>;

export function valuesOf({ dayBrightness, nightBrightness, night, inRange }: EditedSettings): LampValues {
  const { fromMinute, untilMinute } = night ?? defaultNight;
  return {
    dayPercent: Math.round(dayBrightness * 100),
    nightPercent: Math.round(nightBrightness * 100),
    hasNight: night !== null,
    from: clockOf(fromMinute),
    until: clockOf(untilMinute),
    inRange,
  };
}

/** The settings of the form values; null while a time is missing. */
export function settingsOf(values: LampValues): EditedSettings | null {
  const fromMinute = minuteOf(values.from);
  const untilMinute = minuteOf(values.until);
  if (values.hasNight && (fromMinute === null || untilMinute === null)) return null;
  return {
    dayBrightness: values.dayPercent / 100,
    nightBrightness: values.nightPercent / 100,
    night:
      values.hasNight && fromMinute !== null && untilMinute !== null ? { fromMinute, untilMinute } : null,
    inRange: values.hasNight || values.inRange !== 'dark-at-night' ? values.inRange : 'glow',
  };
}

function clockOf(minute: number): string {
  const two = (value: number) => String(value).padStart(2, '0');
  return `${two(Math.floor(minute / 60))}:${two(minute % 60)}`;
}

function minuteOf(clock: string): number | null {
  const match = /^(\d{2}):(\d{2})/.exec(clock);
  return match === null ? null : Number(match[1]) * 60 + Number(match[2]);
}
