/** A color in OKLCH: lightness 0..1, chroma 0..about 0.4, hue in degrees (any turn of the circle). */
export type Oklch = { lightness: number; chroma: number; hue: number };

/** A color in linear-light sRGB, each channel 0..1 when it can be shown. */
export type LinearRgb = readonly [red: number, green: number, blue: number];

/** Halvings of the chroma search: 0.4 / 2^14 lies far below what eight bits a channel can show. */
const CHROMA_STEPS = 14;
const SHOWABLE_SLACK = 1e-6;

/**
 * A color of OKLCH as an sRGB hex string. What sRGB cannot show loses chroma, never lightness or hue.
 *
 * Source  Björn Ottosson, "A perceptual color space for image processing", 2020.
 */
export function toHex(color: Oklch): string {
  const direct = toLinear(color);
  return hexOf(isShowable(direct) ? direct : toLinear({ ...color, chroma: showableChroma(color) }));
}

/** An `#rrggbb` string in linear light. Throws a RangeError on any other text. */
export function linearOf(hex: string): LinearRgb {
  if (!/^#[0-9a-f]{6}$/i.test(hex)) throw new RangeError(`A color is written #rrggbb, not ${hex}`);
  const channel = (at: number) => toLight(Number.parseInt(hex.slice(at, at + 2), 16) / 255);
  return [channel(1), channel(3), channel(5)];
}

/** An `#rrggbb` string in OKLCH, its hue within 0..360. */
export function oklchOf(hex: string): Oklch {
  const [red, green, blue] = linearOf(hex);
  const l = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue);
  const m = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue);
  const s = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue);
  const a = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s;
  const b = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s;
  return {
    lightness: 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    chroma: Math.hypot(a, b),
    hue: ((Math.atan2(b, a) * 180) / Math.PI + 360) % 360,
  };
}

function toLinear({ lightness, chroma, hue }: Oklch): LinearRgb {
  const angle = (hue * Math.PI) / 180;
  const a = chroma * Math.cos(angle);
  const b = chroma * Math.sin(angle);
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
}

function showableChroma(color: Oklch): number {
  let shown = 0;
  let hidden = color.chroma;
  for (let step = 0; step < CHROMA_STEPS; step += 1) {
    const chroma = (shown + hidden) / 2;
    if (isShowable(toLinear({ ...color, chroma }))) shown = chroma;
    else hidden = chroma;
  }
  return shown;
}

function isShowable(color: LinearRgb): boolean {
  return color.every((channel) => channel >= -SHOWABLE_SLACK && channel <= 1 + SHOWABLE_SLACK);
}

function hexOf(color: LinearRgb): string {
  const pair = (light: number) =>
    Math.round(fromLight(Math.min(1, Math.max(0, light))) * 255)
      .toString(16)
      .padStart(2, '0');
  return `#${color.map(pair).join('')}`;
}

// The transfer curve of sRGB, IEC 61966-2-1.
function toLight(value: number): number {
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
}

function fromLight(light: number): number {
  return light <= 0.0031308 ? light * 12.92 : 1.055 * light ** (1 / 2.4) - 0.055;
}
