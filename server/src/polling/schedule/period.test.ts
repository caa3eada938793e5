import type { Rhythm } from '@tealight/sources';
import { expect, test } from 'vitest';
import { fiveMinutely, NOON } from '../../../test/polling/vendor.ts';
import { HOUR, MINUTE, SECOND } from '../../shared/time-units.ts';
import { currentForMs, expectedAt, initialRhythm, isSlow, periodOf, rhythmFor } from './rhythm.ts';

/** A sensor whose readings were this far apart, in minutes. */
const withGaps = (...gaps: number[]) => {
  const recent = [NOON];
  for (const gap of gaps) recent.push((recent.at(-1) ?? 0) + gap * MINUTE);
  return { ...initialRhythm(fiveMinutely), recent };
};
const minutesOf = (gaps: number[], rhythm: Rhythm = fiveMinutely) =>
  periodOf(withGaps(...gaps), rhythm) / MINUTE;

test.each<[string, number[], number]>([
  ['before three gaps are known: the vendor’s', [2, 2], 5],
  ['when the last three gaps agree: their median', [5, 5, 5, 2, 2.1, 2.2], 2.1],
  ['when the last three gaps agree in any order: their median', [5, 5, 5, 2.2, 2, 2.1], 2.1],
  ['when one of the last three is half as long again: the median of all', [4, 4, 4, 2, 3, 2], 4],
  ['when one of the last three is almost half as long again: their median', [4, 4, 4, 2, 2.99, 2], 2],
  ['of gaps in any order: the median of all', [9, 1, 3, 1, 9, 3, 12], 3],
  ['of very close readings: half a minute', [0.1, 0.1, 0.1], 0.5],
  ['of rare readings: 15 minutes', [30, 30, 30], 15],
])('[SRC-3] the period of a sensor %s', (_, gaps, minutes) => {
  expect(minutesOf(gaps)).toBe(minutes);
});

test('[SRC-3] the period of a sensor is the vendor’s where polls are as rare as readings', () => {
  const gaps = [2, 2, 2, 2];
  expect(minutesOf(gaps, { ...fiveMinutely, pauseMs: 5 * MINUTE })).toBe(5);
  expect(minutesOf(gaps, { ...fiveMinutely, pauseMs: 5 * MINUTE - 1 })).toBe(2);
});

test('[SRC-3] the next reading is expected one period after the newest, and none before the first', () => {
  expect(expectedAt(withGaps(2, 2, 2), fiveMinutely)).toBe(NOON + 8 * MINUTE);
  expect(expectedAt(initialRhythm(fiveMinutely), fiveMinutely)).toBeNull();
});

test('[SRC-3] pauses are long where fewer than two fit between two readings', () => {
  expect(
    [150 * SECOND, 150 * SECOND + 1].map((pauseMs) => isSlow({ ...fiveMinutely, pauseMs }, 5 * MINUTE)),
  ).toEqual([false, true]);
});

test('[SRC-3] a sensor whose readings are shown at once has the vendor’s rhythm for those', () => {
  const rhythm = { ...fiveMinutely, visibleAfterMs: HOUR, live: { visibleAfterMs: SECOND, pauseMs: MINUTE } };
  const learned = initialRhythm(rhythm);
  expect(rhythmFor(learned, rhythm)).toEqual(rhythm);
  expect(rhythmFor({ ...learned, isLive: false }, rhythm)).toEqual(rhythm);
  expect(rhythmFor({ ...learned, isLive: true }, rhythm)).toMatchObject({
    everyMs: 5 * MINUTE,
    visibleAfterMs: SECOND,
    pauseMs: MINUTE,
  });
});

test('[SRC-3] a sensor is polled for the first time when the vendor usually shows readings', () => {
  expect(initialRhythm(fiveMinutely)).toEqual({
    recent: [],
    delayMs: 8 * SECOND,
    extraDelayMs: SECOND,
    hits: 0,
    missedAt: null,
  });
});

test('[SRC-3] a reading is current for 15 minutes and the time that the vendor takes to show it', () => {
  expect(currentForMs(fiveMinutely)).toBe(15 * MINUTE + 8 * SECOND);
  const late = { ...fiveMinutely, visibleAfterMs: HOUR, pauseMs: 30 * MINUTE };
  expect(currentForMs(late)).toBe(15 * MINUTE + 5 * MINUTE + HOUR + 30 * MINUTE);
});
