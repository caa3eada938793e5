import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyMgdl, anySetpoints } from '../test/arbitraries.ts';
import { colorOf } from './color.ts';
import { contrastOf, DARK_INK, inkOn, LIGHT_INK } from './ink.ts';
import { NEUTRAL_COLOR, NO_DATA_COLOR, palettes } from './palette.ts';

const anyHex = fc
  .integer({ min: 0, max: 0xffffff })
  .map((value) => `#${value.toString(16).padStart(6, '0')}`);

test('[COL-3] text on any color has contrast AA', () => {
  fc.assert(
    fc.property(anyHex, (color) => {
      expect(contrastOf(color, inkOn(color))).toBeGreaterThanOrEqual(4.5);
    }),
    { numRuns: 2000 },
  );
});

test('[COL-3] text on the grays between dark and light has contrast AA', () => {
  for (let gray = 0; gray < 256; gray += 1) {
    const color = `#${gray.toString(16).padStart(2, '0').repeat(3)}`;
    expect(contrastOf(color, inkOn(color))).toBeGreaterThanOrEqual(4.5);
  }
});

test('[COL-3] text on every glucose color, on white and on the neutral color has contrast AA', () => {
  fc.assert(
    fc.property(anySetpoints, anyMgdl, fc.constantFrom(...palettes), (setpoints, mgdl, palette) => {
      const color = colorOf(mgdl, setpoints, palette);
      expect(contrastOf(color, inkOn(color))).toBeGreaterThanOrEqual(4.5);
    }),
  );
  expect(inkOn(NO_DATA_COLOR)).toBe(DARK_INK);
  expect(contrastOf(NEUTRAL_COLOR, inkOn(NEUTRAL_COLOR))).toBeGreaterThanOrEqual(4.5);
});

test('contrast is between 1 and 21, in either order of the colors', () => {
  expect(contrastOf('#000000', '#ffffff')).toBeCloseTo(21, 10);
  expect(contrastOf('#ffffff', '#000000')).toBeCloseTo(21, 10);
  expect(contrastOf('#123456', '#123456')).toBe(1);
  expect(inkOn('#000000')).toBe(LIGHT_INK);
});
