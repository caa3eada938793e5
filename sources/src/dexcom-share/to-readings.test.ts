import { describe, expect, test } from 'vitest';
import { recordedIn } from '../../test/fake-vendor.ts';
import { toReadings } from './to-readings.ts';

const recorded = recordedIn(import.meta.url);
const now = Date.UTC(2026, 8, 14, 12, 3, 20);
const readingsOf = (name: string, since = 0) => toReadings(recorded(name).body, { since, now, maxRows: 288 });

describe('[SRC-1] what Dexcom Share tells becomes readings', () => {
  test('an hour of it, oldest first', () => {
    const readings = readingsOf('readings-ok');
    expect(readings).toHaveLength(12);
    expect(readings.at(-1)).toEqual({ takenAt: 1789387307000, mgdl: 128, trend: 'steady' });
  });

  test('the newest alone, and an old one', () => {
    expect(readingsOf('readings-single')).toHaveLength(1);
    expect(readingsOf('readings-stale').at(-1)).toMatchObject({ takenAt: 1789365707000 });
  });

  test('the slashes and numbers of former years', () => {
    expect(readingsOf('readings-legacy').slice(-2)).toEqual([
      { takenAt: 1789387007000, mgdl: 117, trend: 'rising-slowly' },
      { takenAt: 1789387307000, mgdl: 118, trend: 'steady' },
    ]);
  });

  test('LOW and HIGH are kept, error codes are not', () => {
    expect(readingsOf('readings-special').map(({ mgdl }) => mgdl)).toEqual([182, 181, 180, 40, 400, 401, 39]);
  });

  test('[SRC-2] the same reading seconds later is the same reading', () => {
    expect(readingsOf('readings-jittered-duplicate')).toHaveLength(4);
    expect(readingsOf('readings-jittered-duplicate', 1789387303900)).toEqual([]);
  });

  test('[SRC-2] what claims to come from the future is left out', () => {
    expect(
      toReadings(recorded('readings-ok').body, { since: 0, now: 1789387007000 - 6 * 60_000, maxRows: 288 }),
    ).toHaveLength(10);
  });
});
