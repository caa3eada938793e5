import type { GlowMessage } from '@tealight/contract';
import {
  type AlarmKind,
  CLOCK_SKEW_MS,
  contrastOf,
  DARK_INK,
  inkOn,
  NO_DATA_BRIGHTNESS,
  NO_DATA_COLOR,
} from '@tealight/glucose';
import type { FlashState } from '../features/reading/flash-timing.ts';

/** The state of the connection to the feed. `lost` reconnects automatically; `wrong-code` needs another code. */
export type FeedState = 'no-code' | 'joining' | 'joined' | 'lost' | 'wrong-code' | 'slow-down';

/**
 * What the screen shows: `#rrggbb`, brightness 0 to 1, its movement, the alarm whose rhythm takes the place of the
 * movement until somebody has seen it, the one that is snoozed, and the reading behind it while it holds.
 */
export type Light = {
  color: string;
  brightness: number;
  motion: FlashState;
  alarm: AlarmKind | null;
  snooze: Snooze | null;
  reading: GlowMessage | null;
};

/** An alarm that is silent, and until when (epoch ms). */
export type Snooze = { kind: AlarmKind; until: number };

/** Share of the no-data brightness for a lamp that its wearer had set to dark, and for one that may stand in the dark. */
const IN_THE_DARK = 0.1;

/**
 * Hours of the screen's clock when people sleep: a lamp that has lost its feed no longer learns of the wearer's night.
 * Own choice.
 */
const SLEEP = { fromHour: 22, untilHour: 7 };

type Alarms = Pick<Light, 'alarm' | 'snooze'>;
const noAlarm: Alarms = { alarm: null, snooze: null };

const white = (brightness: number, alarms = noAlarm): Light => ({
  color: NO_DATA_COLOR,
  brightness,
  motion: { flash: false, zone: null, stale: true },
  ...alarms,
  reading: null,
});

/**
 * The light for the last glow of the feed. `now`: epoch milliseconds of the server's clock.
 * From `validUntil` on it is white and dim, whether or not the feed can still be reached.
 * Until the feed has answered, a stored glow whose reading is dated ahead of the clock counts as expired: after a power
 * failure a screen without a battery for its clock starts in the past, where an old reading would be valid again.
 * Until then it may be night, whatever the brightness of a glow that was stored: without a valid
 * reading the light is then as dim as in the dark. So it is at night once the feed is lost: the brightness of a glow
 * without a reading may be that of the day.
 */
export function lightOf(
  glow: GlowMessage | null,
  now: number,
  { hasAnswered = true, isLost = false }: { hasAnswered?: boolean; isLost?: boolean } = {},
): Light {
  const isExpired = glow !== null && (hasExpired(glow, now) || (!hasAnswered && isAhead(glow, now)));
  if (glow === null || (!hasAnswered && (glow.stale || isExpired)))
    return white(NO_DATA_BRIGHTNESS * IN_THE_DARK);
  const alarms = alarmsOf(glow, now);
  if (glow.stale) return white(isLost ? dimAtNight(glow.brightness, now) : glow.brightness, alarms);
  if (isExpired) return white(NO_DATA_BRIGHTNESS * withoutFeed(glow, now));
  const { color, brightness, flash, zone } = glow;
  return { color, brightness, motion: { flash, zone, stale: false }, ...alarms, reading: glow };
}

function alarmsOf({ alarm }: GlowMessage, now: number): Alarms {
  if (alarm === undefined) return noAlarm;
  if (!alarm.seen) return { alarm: alarm.kind, snooze: null };
  const until = Date.parse(alarm.snoozedUntil ?? '');
  return { alarm: null, snooze: until > now ? { kind: alarm.kind, until } : null };
}

/** The brightness that the wearer had chosen, 0 to 1; while people sleep no more than in the dark. */
function withoutFeed({ brightness }: GlowMessage, now: number): number {
  return isNight(now) ? Math.min(brightness, IN_THE_DARK) || IN_THE_DARK : brightness || IN_THE_DARK;
}

/** The brightness of a light without a reading; while people sleep no more than in the dark. */
const dimAtNight = (brightness: number, now: number): number =>
  isNight(now) ? Math.min(brightness, NO_DATA_BRIGHTNESS * IN_THE_DARK) : brightness;

function isNight(now: number): boolean {
  const hour = new Date(now).getHours();
  return hour >= SLEEP.fromHour || hour < SLEEP.untilHour;
}

/** Whether a glow has expired without a newer one: then the connection may be dead. */
export function hasExpired({ stale, validUntil }: GlowMessage, now: number): boolean {
  return !stale && validUntil !== null && now >= Date.parse(validUntil);
}

const isAhead = ({ time }: GlowMessage, now: number): boolean =>
  time !== null && Date.parse(time) > now + CLOCK_SKEW_MS;

/** How bright a light is on the screen, dimmed to `dim` percent: the share of its color's channels, 0 to 1. */
export const brightnessShareOf = ({ brightness }: Light, dim: number): number =>
  (dim / 100) * screenShare(brightness);

// Brightness is linear, as for LEDs; a screen's channels are roughly its 2.2th root (IEC 61966-2-1).
const screenShare = (brightness: number) => brightness ** (1 / 2.2);

/** Below this share the controls could not be read: their text has 4.5 : 1 on their panel there (controls.css). */
const READABLE_SHARE = 0.55;

/** How bright the controls are on a light of this share, 0 to 1: they dim with it as far as they can be read. */
export const controlsBrightnessShare = (share: number): number => Math.max(READABLE_SHARE, share);

/** The contrast of text that is read from a distance [WCAG 2.2, 1.4.3]. */
const READABLE = 4.5;

/**
 * Ink that can be read on a color dimmed by `share` (0 to 1) over black. Light ink dims with the color, down to what
 * can still be read: at night a white number would be too bright.
 */
export function inkOnDimmed(color: string, share: number): string {
  const dimmed = hexOf([1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16) * share));
  if (inkOn(dimmed) === DARK_INK) return DARK_INK;
  for (let level = Math.round(255 * share); level < 255; level += 1) {
    const ink = hexOf([level, level, level]);
    if (contrastOf(dimmed, ink) >= READABLE) return ink;
  }
  return inkOn(dimmed);
}

const hexOf = (channels: readonly number[]): string =>
  `#${channels.map((channel) => Math.round(channel).toString(16).padStart(2, '0')).join('')}`;
