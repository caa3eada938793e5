import type { Oklch } from './oklch.ts';

/** The two palettes: traffic-light colors that end in violet, and one for color-blind users. */
export const palettes = ['classic', 'safe'] as const;
export type Palette = (typeof palettes)[number];

/** No glucose color: there is no current reading. */
export const NO_DATA_COLOR = '#ffffff';

/** No glucose color either: there is a reading, but no range yet. A cool gray. */
export const NEUTRAL_COLOR = '#9aaeb8';

/** The stops of a palette: anchors at the low, in-range and high setpoint, and one halfway between each pair. */
export type Way = readonly [low: Oklch, below: Oklch, inRange: Oklch, above: Oklch, high: Oklch];

const at = (lightness: number, chroma: number, hue: number): Oklch => ({ lightness, chroma, hue });

/**
 * Classic: red, amber, green, blue, violet; the hue always rises, so each hue is one position.
 * Safe: red, violet, blue, green, amber; the hue always falls and the lightness rises, so that the order
 * is readable even without hue. Its hues continue past 360 to stay monotonic.
 *
 * Source  own choice; between any two anchors CIEDE2000 is 20 or more for normal sight, protanopia, deuteranopia
 *         and tritanopia (Machado, Oliveira and Fernandes 2009, severity 1). `color-vision.test.ts` measures it.
 */
export const ways: Readonly<Record<Palette, Way>> = {
  classic: [
    at(0.605, 0.22, 27),
    at(0.79, 0.17, 78),
    at(0.825, 0.178, 153),
    at(0.7, 0.16, 245),
    at(0.61, 0.22, 305),
  ],
  safe: [
    at(0.54, 0.215, 387),
    at(0.62, 0.2, 310),
    at(0.71, 0.15, 245),
    at(0.78, 0.13, 165),
    at(0.85, 0.165, 82),
  ],
};
