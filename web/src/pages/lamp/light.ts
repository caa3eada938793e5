import type { GlowMessage } from '@tealight/contract';
import { inkOn, NO_DATA_BRIGHTNESS, NO_DATA_COLOR } from '@tealight/glucose';
import type { Moving } from '../../ui/glow-rhythm.ts';

/** How the lamp stands with its feed. `lost` goes on trying by itself; `wrong-code` waits for a person. */
export type Link = 'no-code' | 'joining' | 'joined' | 'lost' | 'wrong-code' | 'slow-down';

/** What the screen shows: `#rrggbb`, brightness 0 to 1, its movement, and the reading behind it while it holds. */
export type Light = { color: string; brightness: number; moving: Moving; reading: GlowMessage | null };

/** What is left of a lamp's brightness when it was dark by its wearer's wish and then lost its readings. */
const AFTER_DARK = 0.1;

const white = (brightness: number): Light => ({
  color: NO_DATA_COLOR,
  brightness,
  moving: { flash: false, zone: null, stale: true },
  reading: null,
});

/**
 * The light for the last thing the feed told. `now`: epoch milliseconds by the server's clock.
 * From `validUntil` on it is white and dim, whether or not the feed can still be reached.
 */
export function lightOf(told: GlowMessage | null, now: number): Light {
  if (told === null) return white(NO_DATA_BRIGHTNESS);
  if (told.stale) return white(told.brightness);
  if (hasEnded(told, now)) return white(NO_DATA_BRIGHTNESS * (told.brightness || AFTER_DARK));
  const { color, brightness, flash, zone } = told;
  return { color, brightness, moving: { flash, zone, stale: false }, reading: told };
}

/** Whether what was told has run out without the feed saying so: then the feed itself may be dead. */
export function hasEnded({ stale, validUntil }: GlowMessage, now: number): boolean {
  return !stale && validUntil !== null && now >= Date.parse(validUntil);
}

/** Ink that can be read on a colour dimmed by `share` (0 to 1) over black. */
export function inkOnDimmed(color: string, share: number): string {
  const dimmed = [1, 3, 5].map((at) => Math.round(Number.parseInt(color.slice(at, at + 2), 16) * share));
  return inkOn(`#${dimmed.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`);
}
