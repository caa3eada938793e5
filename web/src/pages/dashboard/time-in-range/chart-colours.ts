import { colorOf, contrastOf, type Palette, type Setpoints } from '@tealight/glucose';

/** The colours around a chart, `#rrggbb`: those of the page or, when it is printed, of paper. */
export type ChartLook = {
  card: string;
  ink: string;
  quiet: string;
  line: string;
  soft: string;
  accent: string;
  /** A family. */
  font: string;
};

export const paper: ChartLook = {
  card: '#ffffff',
  ink: '#000000',
  quiet: '#444444',
  line: '#cccccc',
  soft: '#eef4f2',
  accent: '#087f6f',
  font: 'Poppins, sans-serif',
};

/** What the house's tokens say at this place of the page. */
export function lookAt(element: Element): ChartLook {
  const style = getComputedStyle(element);
  const token = (name: string, otherwise: string) => wholeHex(style.getPropertyValue(name)) ?? otherwise;
  return {
    card: token('--tl-card', paper.card),
    ink: token('--tl-ink', paper.ink),
    quiet: token('--tl-quiet', paper.quiet),
    line: token('--tl-line', paper.line),
    soft: token('--tl-accent-soft', paper.soft),
    accent: token('--tl-accent', paper.accent),
    font: paper.font,
  };
}

/** `#rrggbb` of a colour that a built style sheet may have shortened to `#rgb`. */
function wholeHex(written: string): string | null {
  const short = /^#([\da-f])([\da-f])([\da-f])$/i.exec(written.trim());
  if (short)
    return `#${short
      .slice(1)
      .map((digit) => digit + digit)
      .join('')}`;
  return /^#[\da-f]{6}$/i.test(written.trim()) ? written.trim() : null;
}

/** Graphics must stand out by this much from what is behind them (WCAG 2.2, 1.4.11). */
const STANDS_OUT = 3;
const STEPS = 20;

/** A glucose colour as it can be seen as a thin line on the card: nearer to the ink where it must be. */
export function seenOn({ card, ink }: Pick<ChartLook, 'card' | 'ink'>, color: string): string {
  for (let step = 0; step < STEPS; step += 1) {
    const mixed = mix(color, ink, step / STEPS);
    if (contrastOf(mixed, card) >= STANDS_OUT) return mixed;
  }
  return ink;
}

/** Colours a line changes through between the low and the high setpoint. */
const STOPS = 24;

/** The colours of the line by height: values in mg/dL with their colour, from low to high. Empty without setpoints. */
export function lineStops(
  setpoints: Setpoints | null,
  palette: Palette,
  look: ChartLook,
): { mgdl: number; color: string }[] {
  if (setpoints === null) return [];
  const { lowMgdl, highMgdl } = setpoints;
  return Array.from({ length: STOPS + 1 }, (_, index) => {
    const mgdl = lowMgdl + ((highMgdl - lowMgdl) * index) / STOPS;
    return { mgdl, color: seenOn(look, colorOf(mgdl, setpoints, palette)) };
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
