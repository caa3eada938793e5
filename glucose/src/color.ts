import { type Oklch, toHex } from './oklch.ts';
import { NEUTRAL_COLOR, type Palette, ways } from './palette.ts';
import type { Setpoints } from './range/range.ts';

/**
 * The one color of a reading, `#rrggbb`, the same for server, web and lamps.
 *
 * Units   mg/dL, fractions allowed.
 * Edges   at or beyond the low and high setpoint it stays at that anchor. Where the in-range setpoint equals one
 *         of them, a reading there shows the in-range anchor, as it counts as in range.
 * Empty   without setpoints: the neutral color.
 * Assumes low ≤ in range ≤ high.
 */
export function colorOf(mgdl: number, setpoints: Setpoints | null, palette: Palette): string {
  if (setpoints === null) return NEUTRAL_COLOR;
  return toHex(colorAt(placeOf(mgdl, setpoints), palette));
}

/**
 * The gradient from the low to the high setpoint as `steps` colors at equal distances in mg/dL, both ends included: for
 * the range bar. Empty: without setpoints every step is neutral. Throws a RangeError below two steps.
 */
export function gradientOf(setpoints: Setpoints | null, palette: Palette, steps: number): string[] {
  if (steps < 2) throw new RangeError(`A gradient has two steps or more, not ${steps}`);
  const { lowMgdl, highMgdl } = setpoints ?? { lowMgdl: 0, highMgdl: 0 };
  const step = (highMgdl - lowMgdl) / (steps - 1);
  return Array.from({ length: steps }, (_, index) => colorOf(lowMgdl + index * step, setpoints, palette));
}

/** The position of a reading: 0 at low and below, 2 at the in-range setpoint, 4 at high and above. */
function placeOf(mgdl: number, { lowMgdl, inRangeMgdl, highMgdl }: Setpoints): number {
  if (mgdl < inRangeMgdl) return 2 * share(mgdl, lowMgdl, inRangeMgdl);
  if (mgdl > inRangeMgdl) return 2 + 2 * share(mgdl, inRangeMgdl, highMgdl);
  return 2;
}

function share(mgdl: number, from: number, to: number): number {
  if (mgdl <= from) return 0;
  return mgdl >= to ? 1 : (mgdl - from) / (to - from);
}

function colorAt(place: number, palette: Palette): Oklch {
  const [low, below, inRange, above, high] = ways[palette];
  if (place < 1) return between(low, below, place);
  if (place < 2) return between(below, inRange, place - 1);
  if (place < 3) return between(inRange, above, place - 2);
  return between(above, high, place - 3);
}

function between(from: Oklch, to: Oklch, part: number): Oklch {
  const mix = (start: number, end: number) => start + (end - start) * part;
  return {
    lightness: mix(from.lightness, to.lightness),
    chroma: mix(from.chroma, to.chroma),
    hue: mix(from.hue, to.hue),
  };
}
