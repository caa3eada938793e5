import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';

const here = (path: string) => new URL(path, import.meta.url);
const read = (path: string) => readFileSync(here(path), 'utf8');

const pages = [
  'SECURITY.md',
  ...readdirSync(here('docs'))
    .filter((name) => /^security.*\.md$/.test(name))
    .map((name) => `docs/${name}`),
];
/** A file of the root by its name, any other by its path. */
const filePath = /^(?:[\w-]+(?:\.[\w-]+)*\.(?:ts|json|md)|(?:[\w.-]+\/)+[\w.-]+\.\w+)$/;
const isTest = /\.(?:test|journey)\.tsx?$/;

type Named = { file: string; titles: string[] };

/** The files in backticks that a page names, each with the test titles that follow it in straight quotation marks. */
function namedIn(page: string): Named[] {
  const named = read(page).matchAll(/`([^`\n]+)`((?:,? "[^"\n]+")*)/g);
  return [...named]
    .map(([, file = '', quoted = '']) => ({
      file,
      titles: [...quoted.matchAll(/"([^"]+)"/g)].map(([, title = '']) => title),
    }))
    .filter(({ file }) => filePath.test(file));
}

const quotes = ["'", '`', '"'];
const hasTest = (file: string, title: string) => {
  const text = read(file);
  return quotes.some(
    (quote) => text.includes(`(${quote}${title}${quote}`) || text.includes(`  ${quote}${title}${quote}`),
  );
};

describe('the security pages', () => {
  test.each(pages)('name no file that is not there: %s', (page) => {
    const files = namedIn(page).map(({ file }) => file);
    const linked = [...read(page).matchAll(/\]\((?!https?:)([^)#]+)/g)].map(([, link = '']) => link);
    expect(files.length + linked.length).toBeGreaterThan(0);
    expect(files.filter((file) => !existsSync(here(file)))).toEqual([]);
    expect(linked.filter((link) => !existsSync(new URL(link, here(page))))).toEqual([]);
  });

  test.each(pages)('name no test that is not there: %s', (page) => {
    const missing = namedIn(page).flatMap(({ file, titles }) =>
      titles
        .filter((title) => !isTest.test(file) || !hasTest(file, title))
        .map((title) => `${file} ${title}`),
    );
    expect(missing).toEqual([]);
  });

  test('say of each requirement of the standard once how it stands, and count them right', () => {
    const page = read('docs/security-asvs.md');
    const rows = [...page.matchAll(/^\| (\d[\d., to]*) \| (met|n\/a|open) \| .+ \|$/gm)];
    expect(page.match(/^\| \d/gm)).toHaveLength(rows.length);
    const stands = rows.flatMap(([, numbers = '', status]) =>
      numbers.split(', ').flatMap((part) => requirementsIn(part).map((number) => ({ number, status }))),
    );
    expect(new Set(stands.map(({ number }) => number)).size).toBe(stands.length);
    // Whatever is met is shown by a file or a test.
    expect(rows.filter(([row, , status]) => status === 'met' && !/`[\w./-]+\.\w+`/.test(row))).toEqual([]);
    const count = (status: string) => stands.filter((one) => one.status === status).length;
    expect(page).toContain(
      `Of ${stands.length} requirements ${count('met')} are met, ${count('n/a')} do not apply, and ${count('open')} are open.`,
    );
    // [OWASP ASVS 5.0.0] 70 requirements of level 1 and 183 of level 2.
    expect(stands).toHaveLength(253);
  });
});

/** `1.2.3` itself, or each of `1.2.3 to 1.2.5`. */
function requirementsIn(part: string): string[] {
  const [first = '', last = first] = part.split(' to ');
  const section = first.slice(0, first.lastIndexOf('.'));
  const [from, until] = [first, last].map((number) => Number(number.split('.').at(-1)));
  return Array.from(
    { length: (until ?? 0) - (from ?? 0) + 1 },
    (_, index) => `${section}.${(from ?? 0) + index}`,
  );
}
