import { defaultLamps, TRY_STEP_MS } from '@tealight/contract';
import type { Reading } from '@tealight/glucose';
import { describe, expect, test } from 'vitest';
import { glowStateOf } from './glow-state.ts';
import { shownReadings } from './shown-readings.ts';
import type { WearerFacts } from './wearer-facts.ts';

const NOW = Date.parse('2026-11-20T10:00:00Z');
const MINUTE = 60_000;
const iso = (at: number) => new Date(at).toISOString();

const reading = (minutesAgo: number, mgdl: number): Reading => ({
  takenAt: NOW - minutesAgo * MINUTE,
  mgdl,
  trend: 'steady',
});

const facts = (readings: Reading[], more: Partial<WearerFacts> = {}): WearerFacts => ({
  readings,
  range: { unit: 'mg/dL', high: 180, inRange: 110, low: 70 },
  flash: { high: true, low: true },
  palette: 'classic',
  lamps: defaultLamps,
  tryingSince: null,
  alarm: null,
  ...more,
});

describe('[DEV-2] the glow', () => {
  test('has color, flash, brightness, value, unit, trend, change and time, and how long it is valid', () => {
    const glowState = glowStateOf(facts([reading(1, 60), reading(6, 66)]), NOW);
    expect(glowState.glow).toMatchObject({
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
    expect(glowState.until).toBe(NOW + 14 * MINUTE);
    expect(JSON.parse(glowState.text)).toEqual(glowState.glow);
  });

  test('shows no data as soon as a reading is fifteen minutes old', () => {
    const one = facts([reading(1, 112)]);
    expect(glowStateOf(one, NOW + 14 * MINUTE - 1).glow.stale).toBe(false);
    expect(glowStateOf(one, NOW + 14 * MINUTE).glow).toMatchObject({
      stale: true,
      value: null,
      color: '#ffffff',
    });
  });

  test('[SRC-2] ignores a reading from the future until its time has come', () => {
    const one = facts([reading(-10, 300), reading(2, 112)]);
    expect(glowStateOf(one, NOW)).toMatchObject({ glow: { value: 112 }, until: NOW + 8 * MINUTE });
    expect(glowStateOf(one, NOW + 8 * MINUTE).glow.value).toBe(300);
  });

  test('the next reading is expected after the sensor’s own period', () => {
    expect(glowStateOf(facts([reading(1, 100), reading(2, 100)]), NOW).nextReadingAt).toBe(NOW + 20_000);
    expect(glowStateOf(facts([reading(1, 100), reading(6, 100)]), NOW).nextReadingAt).toBe(
      NOW + 4 * MINUTE + 20_000,
    );
    expect(glowStateOf(facts([reading(1, 100), reading(99, 100)]), NOW).nextReadingAt).toBe(
      NOW + 4 * MINUTE + 20_000,
    );
    expect(glowStateOf(facts([]), NOW).nextReadingAt).toBeNull();
  });
});

describe('[DEV-2] the preview of the lamps', () => {
  const preview = facts([reading(1, 112)], { tryingSince: NOW });
  const glowAfter = (ms: number) => glowStateOf(preview, NOW + ms).glow;

  test('shows low, in range, high and no data, then the reading again', () => {
    const glows = [0, 1, 2, 3, 4].map((step) => glowAfter(step * TRY_STEP_MS));
    expect(glows.map(({ zone, stale, value }) => [zone, stale, value])).toEqual([
      ['low', false, null],
      ['in-range', false, null],
      ['high', false, null],
      [null, true, null],
      ['in-range', false, 112],
    ]);
    expect(glows.map(({ trying }) => trying ?? false)).toEqual([true, true, true, true, false]);
    expect(glows.map(({ flash }) => flash)).toEqual([true, false, true, false, false]);
    expect(glows[0]?.color).toBe(glowStateOf(facts([reading(1, 70)]), NOW).glow.color);
  });

  test('each step has the time of its end', () => {
    expect(glowStateOf(preview, NOW).until).toBe(NOW + TRY_STEP_MS);
    expect(glowAfter(0).validUntil).toBe(iso(NOW + TRY_STEP_MS));
  });

  test('has the neutral color without a range', () => {
    expect(glowStateOf({ ...preview, range: null }, NOW).glow.color).toBe('#9aaeb8');
  });
});

describe('[API-2] the readings of the dashboard', () => {
  test('are the current and the previous, each with its own color, change and time', () => {
    const { data } = shownReadings(facts([reading(1, 180), reading(6, 110), reading(11, 100)]), NOW);
    expect(data).toMatchObject({
      unit: 'mg/dL',
      currentCgmReading: { value: 180, delta: 70, zone: 'in-range', stale: false, time: iso(NOW - MINUTE) },
      previousCgmReading: { value: 110, delta: 10 },
    });
    expect(data.currentCgmReading?.color).toBe(glowStateOf(facts([reading(1, 180)]), NOW).glow.color);
    expect(data.currentCgmReading?.color).not.toBe(data.previousCgmReading?.color);
  });

  test('are null without readings, and in the unit of the range', () => {
    const mmol = { unit: 'mmol/L', high: 10, inRange: 6, low: 4 } as const;
    expect(shownReadings(facts([reading(1, 112)], { range: mmol }), NOW).data).toMatchObject({
      unit: 'mmol/L',
      currentCgmReading: { value: 6.22, delta: null },
      previousCgmReading: null,
    });
    expect(shownReadings(facts([]), NOW).data.currentCgmReading).toBeNull();
  });

  test('are white when they are stale, like the lamps', () => {
    const { currentCgmReading } = shownReadings(facts([reading(15, 112)]), NOW).data;
    expect(currentCgmReading).toMatchObject({ value: 112, stale: true, color: '#ffffff' });
  });
});
