import { globSync, readFileSync } from 'node:fs';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { formatMoment, timeText } from './page-locale.ts';

afterEach(() => {
  document.documentElement.lang = '';
  vi.restoreAllMocks();
});

describe('dates and digits', () => {
  test.each([
    ['en', '11/22/2026'],
    ['de', '22.11.2026'],
    ['', '11/22/2026'],
  ])('of a page in language %j are written like %s', (lang, text) => {
    document.documentElement.lang = lang;
    expect(formatMoment(new Date(2026, 10, 22).getTime(), {})).toBe(text);
  });

  test.each(['en', 'de'])('times of a page in language %j are written as its browser writes them', (lang) => {
    document.documentElement.lang = lang;
    const ofBrowser = new Intl.DateTimeFormat(lang, { hour: 'numeric', minute: '2-digit' });
    for (let minute = 0; minute < 24 * 60; minute += 1) {
      const at = new Date(2026, 10, 22, 0, minute).getTime();
      expect(timeText(at)).toBe(ofBrowser.format(at));
    }
  });

  test('the time in English is written without the data of all languages, which take long to load', () => {
    document.documentElement.lang = 'en';
    const made = vi.spyOn(Intl, 'DateTimeFormat');
    expect(timeText(new Date(2026, 10, 22, 13, 5).getTime())).toBe('1:05 PM');
    expect(made).not.toHaveBeenCalled();
  });

  test('never follow the browser’s language, which may be another: one module formats them', () => {
    const files = globSync('web/src/**/*.{ts,tsx}').filter((file) => !file.includes('.test.'));
    const own = /\.toLocale(Date|Time|)String\(|(Date|Number)TimeFormat\((?!\)\.resolvedOptions)/;
    const using = files.filter((file) => own.test(readFileSync(file, 'utf8')));
    expect(using).toEqual(['web/src/data/page/page-locale.ts']);
  });
});
