import type { GlowMessage, LampSettings } from '@tealight/contract';
import { isDuring, localTimeAt } from '@tealight/glucose';
import { DAY, MINUTE } from '../shared/time-units.ts';
import { alarmInMessage, type LampAlarm } from './lamp-alarm.ts';
import type { WearerFacts } from './wearer-facts.ts';

/** With a night, the local time is checked this often: time zones change their offset on quarter hours. */
const CHECK_INTERVAL_MS = 15 * MINUTE;

/**
 * The wearer's glow with the settings of the lamps: brightness (0 to 1) by day or night, dark in range if selected, and
 * with the alarm. An alarm that nobody has seen lights a lamp that would be dark (ALM-40).
 */
export function lampGlow(
  glow: GlowMessage,
  { lamps: settings, alarm }: Pick<WearerFacts, 'lamps' | 'alarm'>,
  now: number,
): GlowMessage {
  const night = settings.night !== null && isDuring(settings.night, settings.timeZone, now);
  const { inRange, dayBrightness, nightBrightness } = settings;
  const isDarkInRange = inRange === 'dark' || (inRange === 'dark-at-night' && night);
  const isDark = glow.zone === 'in-range' && isDarkInRange && alarm?.seen !== false;
  const factor = isDark ? 0 : night ? nightBrightness : dayBrightness;
  const brightness = Math.round(glow.brightness * factor * 1000) / 1000;
  return { ...glow, brightness, ...(alarm !== null && { alarm: alarmInMessage(alarm, now) }) };
}

/** Whether muted lamps flash too: for an urgent low that nobody has seen, where the wearer wants that (ALM-40). */
export const reachesMuted = ({ alarmWhenMuted }: LampSettings, alarm: LampAlarm | null): boolean =>
  alarmWhenMuted && alarm !== null && alarm.kind === 'urgent-low' && !alarm.seen;

/** When the night may start or end next, or the time zone may change its offset (epoch ms); null without a night. */
export function nextLampChangeAt({ night, timeZone }: LampSettings, now: number): number | null {
  if (night === null) return null;
  const localMs = localTimeAt(now, timeZone);
  const untilMs = [night.fromMinute, night.untilMinute].map(
    (minute) => (((minute * MINUTE - localMs) % DAY) + DAY) % DAY || DAY,
  );
  return now + Math.min(CHECK_INTERVAL_MS, ...untilMs);
}
