import fc from 'fast-check';
import { expect, test } from 'vitest';
import { linearOf, oklchOf, toHex } from './oklch.ts';

const anyHex = fc
  .integer({ min: 0, max: 0xffffff })
  .map((value) => `#${value.toString(16).padStart(6, '0')}`);

test('every color of sRGB can be converted to OKLCH and back', () => {
  fc.assert(
    fc.property(anyHex, (hex) => {
      expect(toHex(oklchOf(hex))).toBe(hex);
    }),
  );
});

test.each([
  ['#ff0000', 0.628, 0.2577, 29.23],
  ['#00ff00', 0.8664, 0.2948, 142.5],
  ['#0000ff', 0.452, 0.3132, 264.05],
])('%s has the OKLCH coordinates that CSS gives it', (hex, lightness, chroma, hue) => {
  const found = oklchOf(hex);
  expect(found.lightness).toBeCloseTo(lightness, 3);
  expect(found.chroma).toBeCloseTo(chroma, 3);
  expect(found.hue).toBeCloseTo(hue, 1);
});

test('a color beyond sRGB loses chroma and keeps lightness and hue', () => {
  const hue = fc.double({ min: 0, max: 360, noNaN: true });
  const lightness = fc.double({ min: 0.4, max: 0.85, noNaN: true });
  fc.assert(
    fc.property(lightness, hue, (lightness, hue) => {
      const shown = oklchOf(toHex({ lightness, chroma: 0.4, hue }));
      expect(Math.abs(shown.lightness - lightness)).toBeLessThan(0.01);
      const turn = Math.abs(shown.hue - hue) % 360;
      expect(Math.min(turn, 360 - turn)).toBeLessThan(3);
      expect(shown.chroma).toBeGreaterThan(0.06);
    }),
  );
});

test('the error for an invalid color contains it', () => {
  expect(() => linearOf('red')).toThrow('A color is written #rrggbb, not red');
});
