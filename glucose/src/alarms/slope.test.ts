import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { AlarmReplay, onlyOn } from '../../test/alarms.ts';
import { evenlySpaced, MINUTE } from '../../test/readings.ts';
import { simulatedReadings } from '../../test/simulated-glucose.ts';
import { warningsOf } from '../../test/warnings.ts';
import { ofNewestOrigin } from './alarm-readings.ts';
import { slopeOf } from './slope.ts';
import { expectedMgdl } from './urgent-low-soon.ts';

/** Three readings, falling so many mg/dL a minute to `mgdl`. */
const falling = (mgdl: number, perMinute: number) => [mgdl + 10 * perMinute, mgdl + 5 * perMinute, mgdl];

describe('[ALM-5] the slope', () => {
  test('is the line of least squares through the last ten minutes', () => {
    expect(slopeOf(evenlySpaced([110, 105, 100]))).toBeCloseTo(-1);
    expect(slopeOf(evenlySpaced([100, 100, 110]))).toBeCloseTo(1);
    // What was before does not count.
    expect(slopeOf(evenlySpaced([300, 110, 105, 100]))).toBeCloseTo(-1);
  });

  test('takes all readings of a one-minute sensor', () => {
    const line = Array.from({ length: 11 }, (_, minute) => 100 - 2 * minute);
    expect(slopeOf(evenlySpaced([400, ...line], 1))).toBeCloseTo(-2);
    const noisy = line.map((mgdl, index) => mgdl + (index % 2 === 0 ? 3 : -3));
    expect(Math.abs((slopeOf(evenlySpaced(noisy, 1)) ?? 0) + 2)).toBeLessThan(0.1);
  });

  test('needs three readings, none more than 6.5 minutes apart', () => {
    expect(slopeOf([])).toBeNull();
    expect(slopeOf(evenlySpaced([100, 95]))).toBeNull();
    const after = (gap: number) => [0, 5, 5 + gap].map((minute) => ({ takenAt: minute * MINUTE, mgdl: 100 }));
    expect(slopeOf(after(6.5))).toBe(0);
    expect(slopeOf(after(6.6))).toBeNull();
  });

  test('counts three readings of a sensor that is some seconds late', () => {
    const late = evenlySpaced([110, 105, 100]).map((reading, index) => ({
      ...reading,
      takenAt: reading.takenAt + index * 2000,
    }));
    expect(slopeOf(late)).not.toBeNull();
  });

  test('is that of a straight line, however the readings are spaced', () => {
    const gaps = fc.array(fc.integer({ min: 1, max: 6 }), { minLength: 2, maxLength: 12 });
    fc.assert(
      fc.property(gaps, fc.integer({ min: -40, max: 40 }), (minutes, tenths) => {
        let minute = 0;
        const readings = [0, ...minutes].map((gap) => {
          minute += gap;
          return { takenAt: minute * MINUTE, mgdl: 200 + (tenths / 10) * minute };
        });
        expect(slopeOf(readings)).toBeCloseTo(tenths / 10, 6);
      }),
    );
  });

  test('[ALM-5] never crosses a change of source', () => {
    const [first, second, third] = evenlySpaced([140, 120, 100]);
    const readings = [first, second, third].flatMap((reading, index) =>
      reading === undefined ? [] : [{ ...reading, origin: index < 2 ? 'libre' : 'dexcom' }],
    );
    expect(slopeOf(ofNewestOrigin(readings))).toBeNull();
    const replay = new AlarmReplay({ settings: onlyOn({ 'falling-fast': {}, 'urgent-low-soon': {} }) });
    for (const reading of readings) replay.read(reading);
    expect(replay.rings).toEqual([]);
  });
});

describe('[ALM-5] urgent low soon', () => {
  test.each([
    [66, 1],
    [77, 2],
    [88, 3],
    [99, 4],
  ])('rings at %d mg/dL when glucose falls %d a minute, and not at one more', (mgdl, perMinute) => {
    const settings = onlyOn({ 'urgent-low-soon': {} });
    const ringsAt = (last: number) => new AlarmReplay({ settings }).readAll(falling(last, perMinute)).rings;
    expect(ringsAt(mgdl)).toContain('10 urgent-low-soon');
    expect(ringsAt(mgdl + 1)).toEqual([]);
  });

  test('expects 11.05 minutes of the present slope', () => {
    expect(expectedMgdl(0, 1)).toBeCloseTo(11.05, 2);
    expect(expectedMgdl(100, 0)).toBe(100);
  });

  test('[ALM-7] warns as often as a straight line, with clearly fewer false warnings', () => {
    const wearers = [1, 2, 3, 4, 5, 6].map((seed) => simulatedReadings({ seed, days: 9 }));
    for (const threshold of [70, 80]) {
      const damped = warningsOf(wearers, threshold, 'damped');
      const straight = warningsOf(wearers, threshold, 'straight');
      expect(damped.crossings).toBeGreaterThan(80);
      expect(damped.warned / damped.crossings).toBeGreaterThan(0.9);
      expect(damped.warned).toBeGreaterThan(straight.warned * 0.97);
      expect(damped.false).toBeLessThan(straight.false * 0.65);
    }
  });
});
