import type { GlowMessage } from '@tealight/contract';
import { inkOn, NO_DATA_BRIGHTNESS, NO_DATA_COLOR } from '@tealight/glucose';
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

/** Ink that can be read on a color dimmed by `share` (0 to 1) over black. */
export function inkOnDimmed(color: string, share: number): string {
  const dimmed = [1, 3, 5].map((at) => Math.round(Number.parseInt(color.slice(at, at + 2), 16) * share));
  return inkOn(`#${dimmed.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`);
}
