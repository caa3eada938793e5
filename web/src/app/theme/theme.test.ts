import { readdirSync, readFileSync } from 'node:fs';
import { contrastOf } from '@tealight/glucose';
import { describe, expect, test } from 'vitest';
import { theme } from './theme.ts';

const read = (file: string) => readFileSync(`web/${file}`, 'utf8');

/** The theme's tokens, light or dark. */
function tokensOf(selector: string): Record<string, string> {
  const css = read('src/app/theme/app.css');
  const block = css.slice(css.indexOf(selector), css.indexOf('}', css.indexOf(selector)));
  return Object.fromEntries(
    [...block.matchAll(/--tl-([\w-]+): (#\w{6});/g)].map(([, name, hex]) => [name, hex]),
  );
}

const pairs = [
  ['ink', 'ground'],
  ['ink', 'card'],
  ['quiet', 'ground'],
  ['quiet', 'card'],
  ['quiet', 'accent-soft'],
  ['accent', 'ground'],
  ['accent', 'card'],
  ['accent-ink', 'accent'],
  ['accent-soft-ink', 'accent-soft'],
  ['danger', 'ground'],
  ['danger', 'card'],
  ['danger-ink', 'danger'],
  ['danger-soft-ink', 'danger-soft'],
] as const;

describe.each([
  ['light', ':root {'],
  ['dark', ':root[data-mantine-color-scheme="dark"] {'],
])('in the %s', (_, selector) => {
  const tokens = tokensOf(selector);

  test.each(pairs)('[SHELL-11] %s is readable on %s', (ink, ground) => {
    expect(contrastOf(tokens[ink] ?? '', tokens[ground] ?? '')).toBeGreaterThanOrEqual(4.5);
  });

  test.each(['ground', 'card'])('[SHELL-11] the edge of a field can be seen on %s', (ground) => {
    expect(contrastOf(tokens['field-line'] ?? '', tokens[ground] ?? '')).toBeGreaterThanOrEqual(3);
  });
});

test('[SHELL-10] the primary color is teal and the font is Poppins', () => {
  expect(theme.primaryColor).toBe('tealight');
  expect(theme.colors?.tealight?.[7]).toBe(tokensOf(':root {').accent);
  expect(theme.fontFamily).toMatch(/^Poppins/);
  expect(read('index.html')).toContain('@import "@fontsource/poppins/latin-400.css";');
});

test('[SHELL-10] no page asks another host for anything', () => {
  const pages = ['index.html', ...readdirSync('web/public').map((name) => `public/${name}`)];
  const texts = pages.filter((name) => /\.(html|js|css|webmanifest)$/.test(name)).map(read);
  expect(texts.filter((text) => /(src|href)="(https?:)?\/\//.test(text))).toEqual([]);
});
