import type { GlowMessage } from '@tealight/contract';
import { contrastOf, DARK_INK, inkOn, NO_DATA_BRIGHTNESS, NO_DATA_COLOR } from '@tealight/glucose';
import type { FlashState } from '../features/reading/flash-timing.ts';

/** The state of the connection to the feed. `lost` reconnects automatically; `wrong-code` needs another code. */
export type FeedState = 'no-code' | 'joining' | 'joined' | 'lost' | 'wrong-code' | 'slow-down';

/** What the screen shows: `#rrggbb`, brightness 0 to 1, its movement, and the reading behind it while it holds. */
export type Light = { color: string; brightness: number; motion: FlashState; reading: GlowMessage | null };

/** Share of the no-data brightness for a lamp that its wearer had set to dark. */
const AFTER_DARK = 0.1;

const white = (brightness: number): Light => ({
  color: NO_DATA_COLOR,
  brightness,
  motion: { flash: false, zone: null, stale: true },
  reading: null,
});

/**
 * The light for the last glow of the feed. `now`: epoch milliseconds of the server's clock.
 * From `validUntil` on it is white and dim, whether or not the feed can still be reached.
 */
export function lightOf(glow: GlowMessage | null, now: number): Light {
  if (glow === null) return white(NO_DATA_BRIGHTNESS);
  if (glow.stale) return white(glow.brightness);
  if (hasExpired(glow, now)) return white(NO_DATA_BRIGHTNESS * (glow.brightness || AFTER_DARK));
  const { color, brightness, flash, zone } = glow;
  return { color, brightness, motion: { flash, zone, stale: false }, reading: glow };
}

/** Whether a glow has expired without a newer one: then the connection may be dead. */
export function hasExpired({ stale, validUntil }: GlowMessage, now: number): boolean {
  return !stale && validUntil !== null && now >= Date.parse(validUntil);
}

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
