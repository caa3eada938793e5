import { readFileSync } from 'node:fs';
import { contrastOf, palettes } from '@tealight/glucose';
import { expect, test } from 'vitest';
import { colorsAt, lineStops, printColors, withContrast } from './chart-colors.ts';

const setpoints = { lowMgdl: 70, inRangeMgdl: 110, highMgdl: 180 };
const light = { ...printColors, ink: '#12302c' };
const dark = { ...printColors, card: '#12201e', ink: '#e6f1ef' };

test.each(palettes.flatMap((palette) => [light, dark, printColors].map((colors) => ({ palette, colors }))))(
  '[DASH-7] every color of the line stands out 3 : 1 from its card: $palette on $look.card',
  ({ palette, colors }) => {
    const contrasts = lineStops(setpoints, palette, colors).map(({ color }) =>
      contrastOf(color, colors.card),
    );
    expect(Math.min(...contrasts)).toBeGreaterThanOrEqual(3);
  },
);

test('a color that stands out already stays the lamp’s own', () => {
  expect(withContrast(light, '#a353ea')).toBe('#a353ea');
  expect(withContrast(light, '#53e68c')).not.toBe('#53e68c');
});

test('without setpoints the line has no colors of its own', () => {
  expect(lineStops(null, 'classic', light)).toEqual([]);
});

test('the chart takes its colors from the design tokens, also where a built style sheet shortens them', () => {
  const place = document.createElement('div');
  place.style.setProperty('--tl-card', ' #123');
  place.style.setProperty('--tl-ink', '#fedcba');
  document.body.append(place);
  expect(colorsAt(place)).toMatchObject({ card: '#112233', ink: '#fedcba' });
  place.remove();
});

test('the tokens that the chart asks for are there', () => {
  const css = readFileSync('web/src/app/theme/app.css', 'utf8');
  const requested = readFileSync('web/src/features/time-in-range/charts/chart-colors.ts', 'utf8').matchAll(
    /token\('(--[\w-]+)'/g,
  );
  expect([...requested].map((match) => match[1]).filter((name) => !css.includes(`${name}:`))).toEqual([]);
});
