import type { GlowMessage, LampSettings } from '@tealight/contract';
import { offsetsOf } from '@tealight/glucose';
import { DAY, MINUTE } from '../times.ts';

/** How soon the clock is looked at again while a night is set: time zones change their clocks on quarter hours. */
const LOOK_AGAIN_MS = 15 * MINUTE;

/**
 * The wearer's glow as their lamps shall show it: dimmed by day or night, dark in range where wished.
 *
 * Units   brightness 0 to 1.
 * Edges   the night begins at its first minute and ends before its last one; it may cross midnight.
 */
export function lampLook(glow: GlowMessage, settings: LampSettings, now: number): GlowMessage {
  const night = isNight(settings, now);
  const { inRange, dayBrightness, nightBrightness } = settings;
  const dark = glow.zone === 'in-range' && (inRange === 'dark' || (inRange === 'dark-at-night' && night));
  const share = dark ? 0 : night ? nightBrightness : dayBrightness;
  return { ...glow, brightness: Math.round(glow.brightness * share * 1000) / 1000 };
}

/** When the night may begin or end next (epoch ms), or the clocks may have changed; null without a night. */
export function nextLook({ night, timeZone }: LampSettings, now: number): number | null {
  if (night === null) return null;
  const localMs = localDayMs(timeZone, now);
  const untilMs = [night.fromMinute, night.untilMinute].map(
    (minute) => (((minute * MINUTE - localMs) % DAY) + DAY) % DAY || DAY,
  );
  return now + Math.min(LOOK_AGAIN_MS, ...untilMs);
}

function isNight({ night, timeZone }: LampSettings, now: number): boolean {
  if (night === null) return false;
  const { fromMinute, untilMinute } = night;
  const minute = Math.floor(localDayMs(timeZone, now) / MINUTE);
  return fromMinute <= untilMinute
    ? minute >= fromMinute && minute < untilMinute
    : minute >= fromMinute || minute < untilMinute;
}

/** Milliseconds since local midnight. */
function localDayMs(timeZone: string, now: number): number {
  const offsetMs = offsetsOf(timeZone, { from: now, to: now })[0]?.offsetMs ?? 0;
  return (((now + offsetMs) % DAY) + DAY) % DAY;
}
