import type { LampSettings } from '@tealight/contract';

/** Lamp settings while they are edited: percent and clock times, as the fields have them. */
export type LampEntry = {
  dayPercent: number;
  nightPercent: number;
  hasNight: boolean;
  from: string;
  until: string;
  inRange: LampSettings['inRange'];
};

/** What a night is until somebody says otherwise. */
const usualNight = { fromMinute: 22 * 60, untilMinute: 7 * 60 };

export function entryOf({ dayBrightness, nightBrightness, night, inRange }: LampSettings): LampEntry {
  const { fromMinute, untilMinute } = night ?? usualNight;
  return {
    dayPercent: Math.round(dayBrightness * 100),
    nightPercent: Math.round(nightBrightness * 100),
    hasNight: night !== null,
    from: clockOf(fromMinute),
    until: clockOf(untilMinute),
    inRange,
  };
}

/** The settings that an entry means, in the browser's own time zone; null while a time is missing. */
export function settingsOf(entry: LampEntry, timeZone: string): LampSettings | null {
  const fromMinute = minuteOf(entry.from);
  const untilMinute = minuteOf(entry.until);
  if (entry.hasNight && (fromMinute === null || untilMinute === null)) return null;
  return {
    dayBrightness: entry.dayPercent / 100,
    nightBrightness: entry.nightPercent / 100,
    night: entry.hasNight && fromMinute !== null && untilMinute !== null ? { fromMinute, untilMinute } : null,
    timeZone,
    inRange: entry.hasNight || entry.inRange !== 'dark-at-night' ? entry.inRange : 'glow',
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
