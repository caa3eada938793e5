import { expect, test } from 'vitest';
import { clockCorrections, offsetBetween, parseLocalTime } from './local-time.ts';

const MINUTE = 60_000;
const at = (hour: number, minute: number) => Date.UTC(2026, 9, 25, hour, minute);
const every = { everyMs: 5 * MINUTE, setAt: [] };

test.each([
  ['2026-10-12T11:27:00', null],
  ['2026-10-12T11:27:00.000Z', null],
  ['2026-10-12T11:27:00.000-00:00', null],
  ['2026-10-12T11:27:00+01:00', 60 * MINUTE],
  ['2026-10-12T11:27:00-03:30', -210 * MINUTE],
  ['Oct 12, 2026 11:27:00', null],
])('%s is a time on some clock', (text, offsetMs) => {
  expect(parseLocalTime(text)).toEqual({ local: Date.UTC(2026, 9, 12, 11, 27), offsetMs });
});

test.each(['', 'soon', '12.10.2026 11:27', 'Okt 12, 2026 11:27:00'])('%j is no time', (text) => {
  expect(parseLocalTime(text)).toBeNull();
});

test('a clock’s offset is whole quarters of an hour, half-hour zones included', () => {
  expect(offsetBetween(at(14, 59), at(9, 31) + 5000)).toBe(330 * MINUTE);
  expect(offsetBetween(at(5, 40), at(0, 0))).toBe(345 * MINUTE);
  expect(offsetBetween(at(5, 0), at(9, 1))).toBe(-240 * MINUTE);
});

test('what no clock on earth shows is no offset', () => {
  expect(offsetBetween(at(23, 0), at(8, 0))).toBeNull();
  expect(offsetBetween(null, at(8, 0))).toBeNull();
  expect(offsetBetween(at(8, 0), null)).toBeNull();
});

test('before a clock was set back by an hour, times are an hour too late', () => {
  const times = [at(2, 50), at(2, 55), at(2, 0), at(2, 5)];
  expect(clockCorrections(times, every)).toEqual([-60 * MINUTE, -60 * MINUTE, 0, 0]);
});

test('a clock set forward counts only where the vendor reports it, because a gap looks the same', () => {
  const times = [at(1, 50), at(1, 55), at(3, 0), at(3, 5)];
  expect(clockCorrections(times, every)).toEqual([0, 0, 0, 0]);
  expect(clockCorrections(times, { ...every, setAt: [at(3, 0)] })).toEqual([60 * MINUTE, 60 * MINUTE, 0, 0]);
});

test('small steps back and wild ones are no change of the clock', () => {
  expect(clockCorrections([at(2, 0), at(2, 0), at(1, 58), at(2, 3)], every)).toEqual([0, 0, 0, 0]);
  expect(clockCorrections([Date.UTC(2030, 0, 1), at(2, 0)], every)).toEqual([0, 0]);
});
