import { colorOf, contrastOf, type Palette, type Setpoints } from '@tealight/glucose';

/** The colors of a chart as `#rrggbb`: from the page or, when printed, `printColors`. */
export type ChartColors = {
  card: string;
  ink: string;
  quiet: string;
  line: string;
  soft: string;
  accent: string;
  /** The font family. */
  font: string;
};

export const printColors: ChartColors = {
  card: '#ffffff',
  ink: '#000000',
  quiet: '#444444',
  line: '#cccccc',
  soft: '#eef4f2',
  accent: '#087f6f',
  font: '"Poppins", sans-serif',
};

/** The values of the design tokens at an element. */
export function colorsAt(element: Element): ChartColors {
  const style = getComputedStyle(element);
  const token = (name: string, otherwise: string) => longHex(style.getPropertyValue(name)) ?? otherwise;
  return {
    card: token('--tl-card', printColors.card),
    ink: token('--tl-ink', printColors.ink),
    quiet: token('--tl-quiet', printColors.quiet),
    line: token('--tl-line', printColors.line),
    soft: token('--tl-accent-soft', printColors.soft),
    accent: token('--tl-accent', printColors.accent),
    font: printColors.font,
  };
}

/** `#rrggbb` of a color that a built style sheet may have shortened to `#rgb`. */
function longHex(written: string): string | null {
  const short = /^#([\da-f])([\da-f])([\da-f])$/i.exec(written.trim());
  if (short)
    return `#${short
      .slice(1)
      .map((digit) => digit + digit)
      .join('')}`;
  return /^#[\da-f]{6}$/i.test(written.trim()) ? written.trim() : null;
}

/** Graphics must stand out by this much from what is behind them (WCAG 2.2, 1.4.11). */
const MIN_CONTRAST = 3;
const STEPS = 20;

/** A glucose color with enough contrast for a thin line on the card: mixed with the text color where needed. */
export function withContrast({ card, ink }: Pick<ChartColors, 'card' | 'ink'>, color: string): string {
  for (let step = 0; step < STEPS; step += 1) {
    const mixed = mix(color, ink, step / STEPS);
    if (contrastOf(mixed, card) >= MIN_CONTRAST) return mixed;
  }
  return ink;
}

/** Colors a line changes through between the low and the high setpoint. */
const STOPS = 24;

/** The colors of the line by height: values in mg/dL with their color, from low to high. Empty without setpoints. */
export function lineStops(
  setpoints: Setpoints | null,
  palette: Palette,
  colors: ChartColors,
): { mgdl: number; color: string }[] {
  if (setpoints === null) return [];
  const { lowMgdl, highMgdl } = setpoints;
  return Array.from({ length: STOPS + 1 }, (_, index) => {
    const mgdl = lowMgdl + ((highMgdl - lowMgdl) * index) / STOPS;
    return { mgdl, color: withContrast(colors, colorOf(mgdl, setpoints, palette)) };
  });
}

function mix(one: string, other: string, part: number): string {
  const channel = (color: string, at: number) => Number.parseInt(color.slice(at, at + 2), 16);
  const mixed = [1, 3, 5].map((at) =>
    Math.round(channel(one, at) * (1 - part) + channel(other, at) * part)
      .toString(16)
      .padStart(2, '0'),
  );
  return `#${mixed.join('')}`;
}
