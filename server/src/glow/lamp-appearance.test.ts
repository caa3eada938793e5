import { defaultLamps, type LampSettings } from '@tealight/contract';
import { glowOf, type Range } from '@tealight/glucose';
import { describe, expect, test } from 'vitest';
import { lampGlow, nextLampChangeAt } from './lamp-appearance.ts';

const range: Range = { unit: 'mg/dL', high: 180, inRange: 110, low: 70 };
const at = (iso: string) => Date.parse(iso);

function glowAt(mgdl: number | null, now: number, settings: Partial<LampSettings>) {
  const reading = mgdl === null ? null : { mgdl, takenAt: now, trend: 'steady' as const };
  const view = {
    reading,
    previous: null,
    range,
    flash: { high: true, low: true },
    palette: 'classic',
  } as const;
  return lampGlow(glowOf(view, now), { lamps: { ...defaultLamps, ...settings }, alarm: null }, now);
}

const night = { fromMinute: 22 * 60, untilMinute: 7 * 60 };
const berlin = { night, timeZone: 'Europe/Berlin', nightBrightness: 0.05, dayBrightness: 0.8 };

describe('[DEV-2] a lamp by day and by night', () => {
  test.each([
    ['the last minute of the day', '2026-11-20T20:59:59Z', 0.8],
    ['the first minute of the night', '2026-11-20T21:00:00Z', 0.05],
    ['after midnight', '2026-11-21T02:00:00Z', 0.05],
    ['the last minute of the night', '2026-11-21T05:59:59Z', 0.05],
    ['the first minute of the day', '2026-11-21T06:00:00Z', 0.8],
    ['the same hour in summer time', '2026-07-20T20:00:00Z', 0.05],
  ])('%s has its own brightness, in the wearer’s time zone', (_, iso, brightness) => {
    expect(glowAt(110, at(iso), berlin).brightness).toBe(brightness);
  });

  test('without a night it is always day', () => {
    expect(glowAt(110, at('2026-11-20T23:00:00Z'), { dayBrightness: 0.4 }).brightness).toBe(0.4);
  });

  test('a night within one day ends on that day', () => {
    const noon = { night: { fromMinute: 720, untilMinute: 780 }, nightBrightness: 0.1 };
    expect(glowAt(110, at('2026-11-20T12:30:00Z'), noon).brightness).toBe(0.1);
    expect(glowAt(110, at('2026-11-20T23:30:00Z'), noon).brightness).toBe(1);
  });
});

describe('[DEV-2] a lamp that is dark in range', () => {
  const evening = at('2026-11-20T22:30:00Z');
  const morning = at('2026-11-20T09:00:00Z');

  test('is dark in range, and bright beyond it and without data', () => {
    expect(glowAt(110, morning, { inRange: 'dark' }).brightness).toBe(0);
    expect(glowAt(60, morning, { inRange: 'dark' })).toMatchObject({
      brightness: 1,
      zone: 'low',
      flash: true,
    });
    expect(glowAt(190, morning, { inRange: 'dark' })).toMatchObject({ brightness: 1, zone: 'high' });
    expect(glowAt(null, morning, { inRange: 'dark' })).toMatchObject({ brightness: 0.3, stale: true });
  });

  test('may be dark at night only', () => {
    expect(glowAt(110, evening, { ...berlin, inRange: 'dark-at-night' }).brightness).toBe(0);
    expect(glowAt(110, morning, { ...berlin, inRange: 'dark-at-night' }).brightness).toBe(0.8);
    expect(glowAt(60, evening, { ...berlin, inRange: 'dark-at-night' }).brightness).toBe(0.05);
  });
});

test('the local time is checked when the night may start or end, and every 15 minutes at least', () => {
  expect(nextLampChangeAt(defaultLamps, 0)).toBeNull();
  const settings = { ...defaultLamps, ...berlin };
  expect(nextLampChangeAt(settings, at('2026-11-20T20:55:00Z'))).toBe(at('2026-11-20T21:00:00Z'));
  expect(nextLampChangeAt(settings, at('2026-11-20T21:00:00Z'))).toBe(at('2026-11-20T21:15:00Z'));
});
