import { defaultLamps, TRY_STEP_MS } from '@tealight/contract';
import type { Reading } from '@tealight/glucose';
import { describe, expect, test } from 'vitest';
import type { Facts } from './facts.ts';
import { shownReadings } from './shown-readings.ts';
import { toldOf } from './told.ts';

const NOW = Date.parse('2026-11-20T10:00:00Z');
const MINUTE = 60_000;
const iso = (at: number) => new Date(at).toISOString();

const reading = (minutesAgo: number, mgdl: number): Reading => ({
  takenAt: NOW - minutesAgo * MINUTE,
  mgdl,
  trend: 'steady',
});

const facts = (readings: Reading[], more: Partial<Facts> = {}): Facts => ({
  readings,
  range: { unit: 'mg/dL', high: 180, inRange: 110, low: 70 },
  flash: { high: true, low: true },
  palette: 'classic',
  lamps: defaultLamps,
  tryingSince: null,
  ...more,
});

describe('[DEV-2] what a device is told', () => {
  test('is colour, flash, brightness, value, unit, trend, change and time, and until when it holds', () => {
    const told = toldOf(facts([reading(1, 60), reading(6, 66)]), NOW);
    expect(told.glow).toMatchObject({
      flash: true,
      brightness: 1,
      zone: 'low',
      value: 60,
      unit: 'mg/dL',
      trend: 'steady',
      delta: -6,
      time: iso(NOW - MINUTE),
      validUntil: iso(NOW + 14 * MINUTE),
    });
    expect(told.until).toBe(NOW + 14 * MINUTE);
    expect(JSON.parse(told.text)).toEqual(told.glow);
  });

  test('turns to no data in the very moment a reading is fifteen minutes old', () => {
    const one = facts([reading(1, 112)]);
    expect(toldOf(one, NOW + 14 * MINUTE - 1).glow.stale).toBe(false);
    expect(toldOf(one, NOW + 14 * MINUTE).glow).toMatchObject({ stale: true, value: null, color: '#ffffff' });
  });

  test('[SRC-2] a reading dated far ahead is passed over until its time comes', () => {
    const one = facts([reading(-10, 300), reading(2, 112)]);
    expect(toldOf(one, NOW)).toMatchObject({ glow: { value: 112 }, until: NOW + 8 * MINUTE });
    expect(toldOf(one, NOW + 8 * MINUTE).glow.value).toBe(300);
  });

  test('the next reading is expected in the sensor’s own rhythm', () => {
    expect(toldOf(facts([reading(1, 100), reading(2, 100)]), NOW).nextReadingAt).toBe(NOW + 20_000);
    expect(toldOf(facts([reading(1, 100), reading(6, 100)]), NOW).nextReadingAt).toBe(
      NOW + 4 * MINUTE + 20_000,
    );
    expect(toldOf(facts([reading(1, 100), reading(99, 100)]), NOW).nextReadingAt).toBe(
      NOW + 4 * MINUTE + 20_000,
    );
    expect(toldOf(facts([]), NOW).nextReadingAt).toBeNull();
  });
});

describe('[DEV-2] trying the lamps out', () => {
  const trying = facts([reading(1, 112)], { tryingSince: NOW });
  const lookAfter = (ms: number) => toldOf(trying, NOW + ms).glow;

  test('plays low, in range, high and no data, then goes back to the reading', () => {
    const looks = [0, 1, 2, 3, 4].map((step) => lookAfter(step * TRY_STEP_MS));
    expect(looks.map(({ zone, stale, value }) => [zone, stale, value])).toEqual([
      ['low', false, null],
      ['in-range', false, null],
      ['high', false, null],
      [null, true, null],
      ['in-range', false, 112],
    ]);
    expect(looks.map(({ trying }) => trying ?? false)).toEqual([true, true, true, true, false]);
    expect(looks.map(({ flash }) => flash)).toEqual([true, false, true, false, false]);
    expect(looks[0]?.color).toBe(toldOf(facts([reading(1, 70)]), NOW).glow.color);
  });

  test('each look says when it ends', () => {
    expect(toldOf(trying, NOW).until).toBe(NOW + TRY_STEP_MS);
    expect(lookAfter(0).validUntil).toBe(iso(NOW + TRY_STEP_MS));
  });

  test('without a range it shows the neutral colour', () => {
    expect(toldOf({ ...trying, range: null }, NOW).glow.color).toBe('#9aaeb8');
  });
});

describe('[API-2] the readings of the dashboard', () => {
  test('are the current and the previous, each with its own colour, change and time', () => {
    const { data } = shownReadings(facts([reading(1, 180), reading(6, 110), reading(11, 100)]), NOW);
    expect(data).toMatchObject({
      unit: 'mg/dL',
      currentCgmReading: { value: 180, delta: 70, zone: 'in-range', stale: false, time: iso(NOW - MINUTE) },
      previousCgmReading: { value: 110, delta: 10 },
    });
    expect(data.currentCgmReading?.color).toBe(toldOf(facts([reading(1, 180)]), NOW).glow.color);
    expect(data.currentCgmReading?.color).not.toBe(data.previousCgmReading?.color);
  });

  test('are null where there is none, in the unit of the range', () => {
    const mmol = { unit: 'mmol/L', high: 10, inRange: 6, low: 4 } as const;
    expect(shownReadings(facts([reading(1, 112)], { range: mmol }), NOW).data).toMatchObject({
      unit: 'mmol/L',
      currentCgmReading: { value: 6.22, delta: null },
      previousCgmReading: null,
    });
    expect(shownReadings(facts([]), NOW).data.currentCgmReading).toBeNull();
  });

  test('a stale one is white, as the lamps are', () => {
    const { currentCgmReading } = shownReadings(facts([reading(15, 112)]), NOW).data;
    expect(currentCgmReading).toMatchObject({ value: 112, stale: true, color: '#ffffff' });
  });
});
