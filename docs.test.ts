import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const here = (path: string) => new URL(path, import.meta.url);
const read = (path: string) => readFileSync(here(path), 'utf8');

const pages = [
  'SECURITY.md',
  ...readdirSync(here('docs'))
    .filter((name) => /^security.*\.md$/.test(name))
    .map((name) => `docs/${name}`),
];
/** What is in backticks and looks like a file of the repository; `{a,b}` stands for several. */
const filePath = /^(\.env\.example|\.npmrc|[\w-]+\.(ts|json)|package-lock\.json|(?:[\w.-]+\/)+[\w.-]+)$/;
const testFile = /\.(test|journey)\.tsx?$/;

type Named = { file: string; titles: string[] };

/** The files that a page names, each with the test titles in quotation marks right after it. */
function namedIn(text: string): Named[] {
  const named = text.matchAll(/`([^`\n]+)`((?:(?:,| and)? ?“[^”\n]+”)*)/g);
  return [...named].flatMap(([, file = '', quoted = '']) =>
    filePath.test(file) ? [{ file, titles: [...quoted.matchAll(/“([^”]+)”/g)].map(([, title = '']) => title) }] : [],
  );
}

test.each(pages)('every file that %s names is there', (page) => {
  const files = namedIn(read(page)).map(({ file }) => file);
  expect(files.length).toBeGreaterThan(0);
  expect(files.filter((file) => !existsSync(here(file)))).toEqual([]);
});
