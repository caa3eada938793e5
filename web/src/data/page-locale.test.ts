import { globSync, readFileSync } from 'node:fs';
import { afterEach, describe, expect, test } from 'vitest';
import { pageLocale } from './page-locale.ts';

afterEach(() => {
  document.documentElement.lang = '';
});

describe('dates and digits', () => {
  test.each([
    ['en', '11/22/2026'],
    ['de', '22.11.2026'],
    ['', '11/22/2026'],
  ])('of a page in language %j are written like %s', (lang, text) => {
    document.documentElement.lang = lang;
    expect(new Date(2026, 10, 22).toLocaleDateString(pageLocale())).toBe(text);
  });

  test('never follow the browser’s language, which may be another', () => {
    const files = globSync('web/src/**/*.{ts,tsx}').filter((file) => !file.includes('.test.'));
    const own = /\.toLocale(Date|Time|)String\((\)|\[\]|undefined)|(Date|Number)TimeFormat\((undefined|\[\])/;
    expect(files.filter((file) => own.test(readFileSync(file, 'utf8')))).toEqual([]);
  });
});
