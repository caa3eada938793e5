import { readFileSync } from 'node:fs';
import { contrastOf, palettes } from '@tealight/glucose';
import { expect, test } from 'vitest';
import { lineStops, lookAt, paper, seenOn } from './chart-colours.ts';

const setpoints = { lowMgdl: 70, inRangeMgdl: 110, highMgdl: 180 };
const light = { ...paper, ink: '#12302c' };
const dark = { ...paper, card: '#12201e', ink: '#e6f1ef' };

test.each(palettes.flatMap((palette) => [light, dark, paper].map((look) => ({ palette, look }))))(
  '[DASH-7] every colour of the line stands out 3 : 1 from its card: $palette on $look.card',
  ({ palette, look }) => {
    const contrasts = lineStops(setpoints, palette, look).map(({ color }) => contrastOf(color, look.card));
    expect(Math.min(...contrasts)).toBeGreaterThanOrEqual(3);
  },
);

test('a colour that stands out already stays the lamp’s own', () => {
  expect(seenOn(light, '#a353ea')).toBe('#a353ea');
  expect(seenOn(light, '#53e68c')).not.toBe('#53e68c');
});

test('without setpoints the line has no colours of its own', () => {
  expect(lineStops(null, 'classic', light)).toEqual([]);
});

test('the chart takes its colours from the house’s tokens, also where a built style sheet shortens them', () => {
  const place = document.createElement('div');
  place.style.setProperty('--tl-card', ' #123');
  place.style.setProperty('--tl-ink', '#fedcba');
  document.body.append(place);
  expect(lookAt(place)).toMatchObject({ card: '#112233', ink: '#fedcba' });
  place.remove();
});

test('the tokens that the chart asks for are there', () => {
  const css = readFileSync('web/src/app/app.css', 'utf8');
  const asked = readFileSync('web/src/pages/dashboard/time-in-range/chart-colours.ts', 'utf8').matchAll(
    /token\('(--[\w-]+)'/g,
  );
  expect([...asked].map((match) => match[1]).filter((name) => !css.includes(`${name}:`))).toEqual([]);
});
