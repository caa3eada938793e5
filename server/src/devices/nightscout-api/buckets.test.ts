import type { Reading } from '@tealight/glucose';
import { describe, expect, test } from 'vitest';
import { bucketsOf, nowAndDeltaOf } from './buckets.ts';
import { pebbleOf, propertiesOf } from './display-documents.ts';

const NOW = Date.parse('2026-11-22T12:00:00Z');
const MINUTE = 60_000;

/** Readings newest first, these minutes ago. */
const readings = (...values: readonly (readonly [minutesAgo: number, mgdl: number])[]): Reading[] =>
  values.map(([minutes, mgdl]) => ({ takenAt: NOW - minutes * MINUTE, mgdl, trend: 'steady' }));
const deltaOf = (some: readonly Reading[], unit: 'mg/dL' | 'mmol/L' = 'mg/dL') =>
  nowAndDeltaOf(bucketsOf(1, some, unit), unit).delta;

describe('[DEV-2] the change that Nightscout displays show', () => {
  test('of a one-minute sensor is that of the means of five minutes', () => {
    const falling = readings(...Array.from({ length: 20 }, (_, index) => [index, 140 + 2 * index] as const));
    expect(deltaOf(falling)).toMatchObject({ mgdl: -8, display: '-8', interpolated: false });
    expect(deltaOf(falling, 'mmol/L')).toMatchObject({ mgdl: -8, display: '-0.4', scaled: -0.4 });
  });

  test('after a missed reading is scaled to five minutes', () => {
    expect(deltaOf(readings([0, 100], [10, 130], [15, 140]))).toMatchObject({
      absolute: -30,
      elapsedMins: 10,
      interpolated: true,
      mean5MinsAgo: 115,
      mgdl: -15,
      display: '-15',
      previous: { last: 130 },
    });
  });

  test('of a five-minute sensor is the difference of its readings', () => {
    expect(deltaOf(readings([0, 112], [5, 112], [10, 104]))).toMatchObject({ mgdl: 0, display: '+0' });
    expect(deltaOf(readings([0, 118], [5, 112]))).toMatchObject({ mgdl: 6, display: '+6' });
  });

  test('is absent without a reading in the quarter of an hour before, and 0 for Pebble', () => {
    const alone = readings([0, 112], [40, 150]);
    expect(propertiesOf(1, alone, { unit: 'mg/dL', now: NOW })).not.toHaveProperty('delta');
    expect(pebbleOf(alone, 1, { unit: 'mg/dL', now: NOW }).bgs).toMatchObject([{ bgdelta: 0 }]);
    expect(pebbleOf(alone, 1, { unit: 'mmol/L', now: NOW }).bgs).toMatchObject([{ bgdelta: '0.0' }]);
    expect(propertiesOf(1, [], { unit: 'mg/dL', now: NOW })).toEqual({ bgnow: {} });
  });
});
