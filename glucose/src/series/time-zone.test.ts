import fc from 'fast-check';
import { expect, test } from 'vitest';
import { DAY, MINUTE } from '../../test/readings.ts';
import { isTimeZone, offsetsOf } from './time-zone.ts';

const zones = [
  'UTC',
  'Europe/Berlin',
  'America/New_York',
  'America/St_Johns',
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
  'Africa/Casablanca',
  'Pacific/Auckland',
];

test('Berlin goes an hour forward in March and back in October, at one o’clock UTC', () => {
  const year = { from: Date.UTC(2026, 0, 1), to: Date.UTC(2027, 0, 1) };
  expect(offsetsOf('Europe/Berlin', year)).toEqual([
    { from: year.from, offsetMs: 60 * MINUTE },
    { from: Date.UTC(2026, 2, 29, 1), offsetMs: 120 * MINUTE },
    { from: Date.UTC(2026, 9, 25, 1), offsetMs: 60 * MINUTE },
  ]);
});

test('local time is right in every zone at any moment of two years', () => {
  const period = { from: Date.UTC(2025, 0, 1), to: Date.UTC(2027, 0, 1) };
  fc.assert(
    fc.property(
      fc.constantFrom(...zones),
      fc.integer({ min: period.from, max: period.to - 1 }),
      (timeZone, at) => {
        const { offsetMs = 0 } = offsetsOf(timeZone, period).findLast(({ from }) => from <= at) ?? {};
        const local = new Date(at + offsetMs).toISOString();
        const shown = new Intl.DateTimeFormat('sv-SE', {
          timeZone,
          dateStyle: 'short',
          timeStyle: 'short',
        }).format(at);
        expect(local.slice(0, 16)).toBe(shown.replace(' ', 'T'));
      },
    ),
  );
});

test('a change is found to the minute wherever the period begins', () => {
  const change = Date.UTC(2026, 2, 29, 1);
  for (const from of [change - 1, change - 6 * DAY - 12_345, change - 7 * DAY, change]) {
    const offsets = offsetsOf('Europe/Berlin', { from, to: change + DAY });
    expect(offsets.at(-1)).toEqual({ from: change, offsetMs: 120 * MINUTE });
  }
});

test('a name that is not a time zone is rejected', () => {
  expect(isTimeZone('Europe/Berlin')).toBe(true);
  expect(isTimeZone('Middle/Earth')).toBe(false);
  expect(isTimeZone('')).toBe(false);
  expect(() => offsetsOf('Middle/Earth', { from: 0, to: DAY })).toThrow(RangeError);
});
