import { linearOf } from './oklch.ts';

/** Nearly black: dark enough that on any color either this or white reaches the contrast of AA. */
export const DARK_INK = '#030507';
export const LIGHT_INK = '#ffffff';

/**
 * The ink, dark or light, that stands out more on a color `#rrggbb`; always 4.5 : 1 or more.
 *
 * Throws  RangeError when `color` is not written `#rrggbb`.
 * Source  WCAG 2.2, success criterion 1.4.3.
 */
export function inkOn(color: string): string {
  return contrastOf(color, DARK_INK) >= contrastOf(color, LIGHT_INK) ? DARK_INK : LIGHT_INK;
}

/** The contrast of two colors `#rrggbb`, 1 to 21. Source: WCAG 2.2, "contrast ratio". */
export function contrastOf(one: string, other: string): number {
  const [bright, dark] = [luminanceOf(one), luminanceOf(other)].sort((a, b) => b - a) as [number, number];
  return (bright + 0.05) / (dark + 0.05);
}

function luminanceOf(color: string): number {
  const [red, green, blue] = linearOf(color);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
