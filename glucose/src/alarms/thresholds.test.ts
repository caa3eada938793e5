import { describe, expect, test } from 'vitest';
import { AlarmReplay, at, onlyOn, ringsOf } from '../../test/alarms.ts';
import { evenlySpaced } from '../../test/readings.ts';
import { toMgdl } from '../units.ts';
import { evaluateAlarms } from './evaluate.ts';
import type { AlarmKind } from './kinds.ts';
import type { AlarmRule } from './settings.ts';

/** Whether a kind rings at the last of these values, which come every five minutes. */
const rings = (values: readonly number[], kind: AlarmKind, rule: Partial<AlarmRule> = {}): boolean => {
  const replay = new AlarmReplay({ settings: onlyOn({ [kind]: rule }) }).readAll(values);
  return replay.rings.includes(`${(values.length - 1) * 5} ${kind}`);
};

describe('[ALM-1] [ALM-2] a kind fires at its number', () => {
  test.each([
    ['urgent-low', 55, [false, true, true]],
    ['low', 70, [false, true, true]],
    ['urgent-high', 350, [true, true, false]],
    ['high', 250, [true, true, false]],
  ] as const)('%s at %d mg/dL and at one more and one less', (kind, mgdl, [above, exactly, below]) => {
    const rule = kind === 'high' || kind === 'urgent-high' ? { mgdl, afterMinutes: 0 } : { mgdl };
    expect(rings([mgdl + 1], kind, rule)).toBe(above);
    expect(rings([mgdl], kind, rule)).toBe(exactly);
    expect(rings([mgdl - 1], kind, rule)).toBe(below);
  });

  test.each([
    ['urgent-low', 3.1, [false, true, true]],
    ['low', 3.9, [false, true, true]],
    ['urgent-high', 19.4, [true, true, false]],
    ['high', 13.9, [true, true, false]],
  ] as const)('%s at %d mmol/L and at 0.1 more and less', (kind, mmol, [above, exactly, below]) => {
    const mgdl = toMgdl(mmol);
    const rule = kind === 'high' || kind === 'urgent-high' ? { mgdl, afterMinutes: 0 } : { mgdl };
    expect(rings([toMgdl(mmol + 0.1)], kind, rule)).toBe(above);
    expect(rings([mgdl], kind, rule)).toBe(exactly);
    expect(rings([toMgdl(mmol - 0.1)], kind, rule)).toBe(below);
  });

  test('70 mg/dL is shown as 3.89 mmol/L and is a low', () => {
    expect(rings([70], 'low', { mgdl: toMgdl(3.9) })).toBe(true);
  });

  test.each([
    // Falling 3 mg/dL a minute, to a value at the ceiling and beside it.
    ['falling-fast', [180, 165, 150], true],
    ['falling-fast', [181, 166, 151], false],
    ['falling-fast', [178, 164, 150], false],
    ['rising-fast', [130, 145, 160], true],
    ['rising-fast', [129, 144, 159], false],
    ['rising-fast', [132, 146, 160], false],
  ] as const)('[ALM-6] %s with %j: %s', (kind, values, does) => {
    expect(rings(values, kind)).toBe(does);
  });

  test('[ALM-6] a fast change in mmol/L is the same: 0.17 a minute is 3 mg/dL', () => {
    expect(toMgdl(0.17)).toBe(3);
    expect(rings([10.0, 9.16, 8.3].map(toMgdl), 'falling-fast', { limitMgdl: toMgdl(8.3) })).toBe(true);
  });

  test.each([
    [19, []],
    [20, ['20 no-data']],
    [21, ['20 no-data']],
  ])('no data rings when the newest reading is 20 minutes old: after %d min %j', (minutes, expected) => {
    const replay = new AlarmReplay().readAll([110]).waitUntil(at(minutes));
    expect(replay.rings).toEqual(expected);
  });
});

test('[ALM-3] LOW counts as 39 and HIGH as 401', () => {
  expect(rings([39], 'urgent-low')).toBe(true);
  expect(rings([401], 'high', { mgdl: 400, afterMinutes: 0 })).toBe(true);
  expect(rings([401], 'urgent-high', { mgdl: 400, afterMinutes: 0 })).toBe(true);
});

test('a kind that is off never fires', () => {
  expect(ringsOf([39, 39, 39], { settings: onlyOn({}) })).toEqual([]);
});

test('[ALM-23] by night the numbers of the night hold, in the time zone of the wearer', () => {
  const settings = { day: onlyOn({ low: { mgdl: 70 } }).day, night: onlyOn({ low: { mgdl: 90 } }).night };
  const night = { fromMinute: 22 * 60, untilMinute: 7 * 60 };
  const ringsAt = (time: string, mgdl: number) => {
    const from = Date.parse(time);
    const input = { ...new AlarmReplay({ settings, night, timeZone: 'Europe/Berlin' }).input };
    const { notifications } = evaluateAlarms({ ...input, readings: evenlySpaced([mgdl], 5, from) }, from);
    return notifications.length > 0;
  };
  expect(ringsAt('2026-01-16T20:59:00Z', 85)).toBe(false);
  expect(ringsAt('2026-01-16T21:00:00Z', 85)).toBe(true);
  // In summer the same night starts an hour earlier in UTC.
  expect(ringsAt('2026-07-16T20:00:00Z', 85)).toBe(true);
  // Both nights in which the clocks change: 7:00 is an hour earlier or later in UTC than the day before.
  expect(ringsAt('2026-03-29T04:59:00Z', 85)).toBe(true);
  expect(ringsAt('2026-03-29T05:00:00Z', 85)).toBe(false);
  expect(ringsAt('2026-10-25T05:59:00Z', 85)).toBe(true);
  expect(ringsAt('2026-10-25T06:00:00Z', 85)).toBe(false);
});
