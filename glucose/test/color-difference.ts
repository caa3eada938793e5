import { linearOf } from '../src/oklch.ts';

export type Lab = readonly [lightness: number, a: number, b: number];

/** sRGB, as linear light, in CIELAB under D65. */
export function labOf([red, green, blue]: readonly [number, number, number]): Lab {
  const x = (0.4124564 * red + 0.3575761 * green + 0.1804375 * blue) / 0.95047;
  const y = 0.2126729 * red + 0.7151522 * green + 0.072175 * blue;
  const z = (0.0193339 * red + 0.119192 * green + 0.9503041 * blue) / 1.08883;
  const curve = (t: number) => (t > 216 / 24389 ? Math.cbrt(t) : ((24389 / 27) * t + 16) / 116);
  return [116 * curve(y) - 16, 500 * (curve(x) - curve(y)), 200 * (curve(y) - curve(z))];
}

/** CIEDE2000 of two `#rrggbb` colors: about 1 is the least a careful eye can tell. */
export function differenceOf(one: string, other: string): number {
  return ciede2000(labOf(linearOf(one)), labOf(linearOf(other)));
}

/** Source: Sharma, Wu and Dalal, "The CIEDE2000 color-difference formula", 2005; its test pairs are in the test. */
export function ciede2000(one: Lab, other: Lab): number {
  const [first, second] = withCommonChroma(one, other);
  const lightness = second.lightness - first.lightness;
  const chroma = second.chroma - first.chroma;
  const turn = turnBetween(first, second);
  const hue = 2 * Math.sqrt(first.chroma * second.chroma) * sin(turn / 2);
  const meanLightness = (first.lightness + second.lightness) / 2;
  const meanChroma = (first.chroma + second.chroma) / 2;
  const meanHue =
    first.chroma * second.chroma === 0 ? first.hue + second.hue : (first.hue + turn / 2 + 360) % 360;
  const t =
    1 -
    0.17 * cos(meanHue - 30) +
    0.24 * cos(2 * meanHue) +
    0.32 * cos(3 * meanHue + 6) -
    0.2 * cos(4 * meanHue - 63);
  const sl = 1 + (0.015 * (meanLightness - 50) ** 2) / Math.sqrt(20 + (meanLightness - 50) ** 2);
  const sc = 1 + 0.045 * meanChroma;
  const sh = 1 + 0.015 * meanChroma * t;
  const rotation = -2 * grayness(meanChroma) * sin(60 * Math.exp(-(((meanHue - 275) / 25) ** 2)));
  return Math.sqrt(
    (lightness / sl) ** 2 + (chroma / sc) ** 2 + (hue / sh) ** 2 + rotation * (chroma / sc) * (hue / sh),
  );
}

type Polar = { lightness: number; chroma: number; hue: number };

function withCommonChroma(one: Lab, other: Lab): [Polar, Polar] {
  const mean = (Math.hypot(one[1], one[2]) + Math.hypot(other[1], other[2])) / 2;
  const stretch = 1 + 0.5 * (1 - grayness(mean));
  const polar = ([lightness, a, b]: Lab): Polar => ({
    lightness,
    chroma: Math.hypot(a * stretch, b),
    hue: a === 0 && b === 0 ? 0 : ((Math.atan2(b, a * stretch) * 180) / Math.PI + 360) % 360,
  });
  return [polar(one), polar(other)];
}

/** From the first hue to the second the short way round, in degrees. */
function turnBetween(first: Polar, second: Polar): number {
  if (first.chroma * second.chroma === 0) return 0;
  const turn = second.hue - first.hue;
  if (turn > 180) return turn - 360;
  return turn < -180 ? turn + 360 : turn;
}

const grayness = (chroma: number) => Math.sqrt(chroma ** 7 / (chroma ** 7 + 25 ** 7));
const sin = (degrees: number) => Math.sin((degrees * Math.PI) / 180);
const cos = (degrees: number) => Math.cos((degrees * Math.PI) / 180);
