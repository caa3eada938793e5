import { describe, expect, test } from 'vitest';
import { toEntry } from '../entries/entry.ts';
import { formOf, written } from '../text-format.ts';
import { countOf, parseQuery } from './query.ts';

const NOW = Date.parse('2026-11-20T12:00:00Z');
const DAY = 86_400_000;
const parse = (search: string) => parseQuery(new URLSearchParams(search), NOW);
const entry = toEntry(1, { takenAt: NOW, mgdl: 115, trend: 'rising-slowly' }, null);

describe('what a display asks for', () => {
  test('without a date is the last four days, ten entries', () => {
    expect(parse('')).toMatchObject({ from: NOW - 4 * DAY, count: 10 });
    expect(parse('find[type]=sgv&count=3')).toMatchObject({ from: NOW - 4 * DAY, count: 3 });
  });

  test('may be a period that includes or excludes either end', () => {
    const at = NOW - DAY;
    expect(parse(`find[date][$gt]=${at}`).from).toBe(at + 1);
    expect(parse(`find[date][$gte]=${at}.7`).from).toBe(at);
    expect(parse(`find[date][$lt]=${at}`).until).toBe(at);
    expect(parse(`find[date][$lte]=${at}`).until).toBe(at + 1);
    expect(parse(`find[date]=${at}`)).toMatchObject({ from: at, until: at + 1 });
    expect(parse('find[dateString][$gte]=2026-11-20T12:30:00+02:00').from).toBe(NOW - 90 * 60_000);
  });

  test('[DEV-2] never includes the whole history: a code is for a display', () => {
    expect(parse('find[date][$gt]=0&count=100000')).toMatchObject({ from: 1, count: 5000 });
  });

  test.each([
    ['5', 5],
    ['0', 5000],
    ['2880', 2880],
    ['99999', 5000],
    ['-4', 10],
    ['many', 10],
    [null, 10],
  ])('a count of %s is %i', (asked, count) => {
    expect(countOf(asked)).toBe(count);
  });

  test('may be a type, a device or a value; unknown fields are ignored', () => {
    const fits = (search: string) => parse(search).fits?.(entry) ?? parse(search).count > 0;
    expect([fits('find[type]=sgv'), fits('find[type][$eq]=sgv'), fits('find[type]=mbg')]).toEqual([
      true,
      true,
      false,
    ]);
    expect([fits('find[type][$ne]=cal'), fits('find[device]=xDrip'), fits('find[direction]=Flat')]).toEqual([
      true,
      false,
      false,
    ]);
    expect([fits('find[sgv][$gte]=115'), fits('find[sgv][$gt]=115'), fits('find[sgv]=115')]).toEqual([
      true,
      false,
      true,
    ]);
    expect([fits('find[noise]=7'), fits('find[date][$gt]=soon'), fits('rr=1&t=2')]).toEqual([
      true,
      true,
      true,
    ]);
  });
});

describe('how entries are written', () => {
  test.each([
    ['json', undefined, 'json'],
    ['csv', 'application/json', 'csv'],
    ['', undefined, 'text'],
    ['', '*/*', 'text'],
    ['', 'application/json', 'json'],
    ['', 'application/json, text/plain, */*', 'json'],
    ['', 'image/png', 'json'],
  ])('with the extension "%s" and Accept %s as %s', (ending, accept, form) => {
    expect(formOf(ending, accept)).toBe(form);
  });

  test('an entry has every field that clients look for', () => {
    expect(entry).toEqual({
      _id: expect.stringMatching(/^[0-9a-f]{24}$/),
      type: 'sgv',
      sgv: 115,
      date: NOW,
      dateString: '2026-11-20T12:00:00.000Z',
      direction: 'FortyFiveUp',
      trend: 3,
      device: 'tealight',
      noise: 1,
      filtered: 0,
      unfiltered: 0,
      rssi: 100,
      utcOffset: 0,
      sysTime: '2026-11-20T12:00:00.000Z',
      mills: NOW,
    });
    expect(toEntry(1, { takenAt: NOW, mgdl: 30, trend: 'unknown' }, null)).toMatchObject({
      sgv: 39,
      direction: 'NONE',
    });
  });

  test('text has no header, tabs between the fields, and CRLF at the end of all rows but the last', () => {
    const row = `"2026-11-20T12:00:00.000Z"\t${NOW}\t115\t"FortyFiveUp"\t"tealight"`;
    expect(written([entry, entry], 'text').text).toBe(`${row}\r\n${row}`);
    expect(written([entry], 'csv').text).toBe(row.replaceAll('\t', ','));
  });
});
