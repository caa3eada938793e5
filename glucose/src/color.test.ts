import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anyMgdl, anySetpoints } from '../test/arbitraries.ts';
import { differenceOf } from '../test/color-difference.ts';
import { colorOf, gradientOf } from './color.ts';
import { oklchOf } from './oklch.ts';
import { NEUTRAL_COLOR, NO_DATA_COLOR, palettes } from './palette.ts';

const setpoints = { lowMgdl: 70, inRangeMgdl: 110, highMgdl: 180 };
const aboutHue = (hex: string, hue: number) => {
  const turn = Math.abs(oklchOf(hex).hue - hue) % 360;
  expect(Math.min(turn, 360 - turn)).toBeLessThan(4);
};

test('[COL-1] classic goes from red at low through amber to green in range, and through blue to violet at high', () => {
  aboutHue(colorOf(70, setpoints, 'classic'), 27);
  aboutHue(colorOf(90, setpoints, 'classic'), 78);
  aboutHue(colorOf(110, setpoints, 'classic'), 150);
  aboutHue(colorOf(145, setpoints, 'classic'), 245);
  aboutHue(colorOf(180, setpoints, 'classic'), 305);
});

test('[COL-2] safe is red at low, blue in range, amber at high', () => {
  aboutHue(colorOf(70, setpoints, 'safe'), 27);
  aboutHue(colorOf(110, setpoints, 'safe'), 245);
  aboutHue(colorOf(180, setpoints, 'safe'), 82);
});

test.each([
  [
    'classic',
    ['#e82e2e', '#f07700', '#f3ab00', '#bccc27', '#53e68c', '#00cfcb', '#2da6fa', '#6b87ff', '#a353ea'],
  ],
  [
    'safe',
    ['#ce0e1a', '#cb318e', '#ab5ade', '#7c84fc', '#3fa9f8', '#00c0d8', '#56d1a3', '#a3d369', '#ffc345'],
  ],
] as const)(
  '[COL-1] the colors of %s have not changed, because devices in use show them next to each other',
  (palette, colors) => {
    const mgdl = [70, 80, 90, 100, 110, 125, 145, 160, 180];
    expect(mgdl.map((value) => colorOf(value, setpoints, palette))).toEqual(colors);
  },
);

describe.each(palettes)('the palette %s', (palette) => {
  test('[COL-1] has its end colors at and beyond low and high, for any setpoints', () => {
    const anchors = [70, 110, 180].map((mgdl) => colorOf(mgdl, setpoints, palette));
    fc.assert(
      fc.property(anySetpoints, fc.integer({ min: 0, max: 100 }), (points, beyond) => {
        const { lowMgdl, inRangeMgdl, highMgdl } = points;
        expect(colorOf(inRangeMgdl, points, palette)).toBe(anchors[1]);
        if (lowMgdl < inRangeMgdl) expect(colorOf(lowMgdl - beyond, points, palette)).toBe(anchors[0]);
        if (highMgdl > inRangeMgdl) expect(colorOf(highMgdl + beyond, points, palette)).toBe(anchors[2]);
      }),
    );
  });

  test('[COL-1] is continuous: a thousandth of the range is never a visible change', () => {
    const gradient = gradientOf({ lowMgdl: 0, inRangeMgdl: 1, highMgdl: 2 }, palette, 2001);
    const changes = gradient.slice(1).map((color, index) => differenceOf(color, gradient[index] ?? ''));
    expect(Math.max(...changes)).toBeLessThan(0.9);
  });

  test('[COL-1] changes little from one mg/dL to the next, and less in a wider range', () => {
    fc.assert(
      fc.property(anySetpoints, anyMgdl, (points, mgdl) => {
        const { lowMgdl, inRangeMgdl, highMgdl } = points;
        const width = Math.min(inRangeMgdl - lowMgdl, highMgdl - inRangeMgdl);
        fc.pre(width >= 10);
        const change = differenceOf(colorOf(mgdl, points, palette), colorOf(mgdl + 1, points, palette));
        expect(change).toBeLessThan(0.9 + 150 / width);
      }),
    );
  });

  test('[COL-1] changes its hue in one direction only, so that each hue stands for one value', () => {
    const hues = gradientOf(setpoints, palette, 111).map((color) => oklchOf(color).hue);
    const turns = hues.slice(1).map((hue, index) => ((hue - (hues[index] ?? 0) + 540) % 360) - 180);
    const forward = palette === 'classic' ? 1 : -1;
    expect(Math.min(...turns.map((turn) => turn * forward))).toBeGreaterThan(0);
    expect(Math.abs(turns.reduce((sum, turn) => sum + turn, 0))).toBeLessThan(330);
  });

  test('never comes near the white of no data or the neutral color', () => {
    for (const color of gradientOf(setpoints, palette, 111)) {
      expect(differenceOf(color, NO_DATA_COLOR)).toBeGreaterThan(20);
      expect(differenceOf(color, NEUTRAL_COLOR)).toBeGreaterThan(15);
    }
  });

  test('as a gradient starts at low, ends at high and has the same colors as readings', () => {
    const gradient = gradientOf(setpoints, palette, 12);
    expect(gradient).toEqual(
      Array.from({ length: 12 }, (_, index) => colorOf(70 + index * 10, setpoints, palette)),
    );
  });
});

test('the lightness of safe only increases, so that values can be compared even without hue', () => {
  const lightness = gradientOf(setpoints, 'safe', 56).map((color) => oklchOf(color).lightness);
  expect(lightness).toEqual(lightness.toSorted((a, b) => a - b));
});

test('[COL-2] without a range setup every reading has the neutral color', () => {
  for (const palette of palettes) {
    expect([40, 100, 400].map((mgdl) => colorOf(mgdl, null, palette))).toEqual(Array(3).fill(NEUTRAL_COLOR));
    expect(gradientOf(null, palette, 2)).toEqual([NEUTRAL_COLOR, NEUTRAL_COLOR]);
  }
  expect(differenceOf(NEUTRAL_COLOR, NO_DATA_COLOR)).toBeGreaterThan(20);
});

test('a gradient of one step is rejected', () => {
  expect(() => gradientOf(setpoints, 'classic', 1)).toThrow('two steps or more, not 1');
});
