import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyMgdl, anyRange } from '../test/arbitraries.ts';
import { colorOf } from './color.ts';
import { type GlowView, glowOf } from './glow.ts';
import { NEUTRAL_COLOR, NO_DATA_COLOR, palettes } from './palette.ts';
import { setpointsOf } from './range/range.ts';

const MINUTE = 60_000;
const now = Date.UTC(2026, 10, 20, 10, 7);
const takenAt = Date.UTC(2026, 10, 20, 10, 5);
const range = { unit: 'mg/dL', high: 180, inRange: 110, low: 70 } as const;
const view = (changes: Partial<GlowView> = {}): GlowView => ({
  reading: { takenAt, mgdl: 112, trend: 'steady' },
  previous: { takenAt: takenAt - 5 * MINUTE, mgdl: 115, trend: 'steady' },
  range,
  flash: { high: true, low: true },
  palette: 'classic',
  ...changes,
});
const at = (mgdl: number) => ({ takenAt, mgdl, trend: 'steady' }) as const;

test('[DEV-2] a glow has color, flash, brightness, value, unit, trend, change and the end of its validity', () => {
  expect(glowOf(view(), now)).toEqual({
    color: colorOf(112, setpointsOf(range), 'classic'),
    flash: false,
    brightness: 1,
    zone: 'in-range',
    stale: false,
    value: 112,
    unit: 'mg/dL',
    text: '112',
    trend: 'steady',
    delta: -3,
    time: '2026-11-20T10:05:00.000Z',
    validUntil: '2026-11-20T10:20:00.000Z',
  });
});

test('[DASH-6] a wearer who uses mmol/L gets value, change and text in mmol/L', () => {
  const glow = glowOf(view({ range: { unit: 'mmol/L', high: 10, inRange: 6, low: 3.9 } }), now);
  expect(glow).toMatchObject({ unit: 'mmol/L', value: 6.22, text: '6.22', delta: -0.17 });
});

test('[DEV-2] a value beyond what the sensor measures is LOW or HIGH, with a number for what counts and without a change', () => {
  expect(glowOf(view({ reading: at(39) }), now)).toMatchObject({
    value: 39,
    text: 'LOW',
    delta: null,
    zone: 'low',
  });
  expect(glowOf(view({ reading: at(401) }), now)).toMatchObject({ value: 401, text: 'HIGH', delta: null });
});

test('[DEV-2] after fifteen minutes a lamp is white and dim, with the time of the last reading but not its value', () => {
  expect(glowOf(view(), takenAt + 15 * MINUTE - 1).stale).toBe(false);
  expect(glowOf(view({ reading: at(40) }), takenAt + 15 * MINUTE)).toEqual({
    color: NO_DATA_COLOR,
    flash: false,
    brightness: 0.3,
    zone: null,
    stale: true,
    value: null,
    unit: 'mg/dL',
    text: '',
    trend: 'unknown',
    delta: null,
    time: '2026-11-20T10:05:00.000Z',
    validUntil: null,
  });
});

test('without any reading the lamp is white and dim, without a time', () => {
  const glow = glowOf(view({ reading: null, previous: null }), now);
  expect(glow).toMatchObject({ color: NO_DATA_COLOR, stale: true, value: null, text: '', time: null });
});

test('[DEV-2] a lamp without a reading has the unit of its wearer, mg/dL before that is known', () => {
  const unitWith = (range: GlowView['range']) => glowOf(view({ reading: null, range }), now).unit;
  expect(unitWith({ unit: 'mmol/L', high: 10, inRange: 6, low: 3.9 })).toBe('mmol/L');
  expect(unitWith(null)).toBe('mg/dL');
});

test('a reading from a clock two minutes ahead counts as now, one further ahead is not shown at all', () => {
  expect(glowOf(view(), takenAt - 2 * MINUTE)).toMatchObject({ stale: false, value: 112 });
  expect(glowOf(view(), takenAt - 2 * MINUTE - 1)).toMatchObject({ stale: true, value: null, time: null });
});

test('[COL-4] it flashes beyond a setpoint whose flash is on, and only there', () => {
  const flashes = (mgdl: number, flash: GlowView['flash']) =>
    glowOf(view({ reading: at(mgdl), flash }), now).flash;
  const both = { high: true, low: true };
  expect([69, 70, 110, 180, 181].map((mgdl) => flashes(mgdl, both))).toEqual([
    true,
    false,
    false,
    false,
    true,
  ]);
  expect(flashes(69, { high: true, low: false })).toBe(false);
  expect(flashes(181, { high: false, low: true })).toBe(false);
});

test('[COL-2] without a range it has the neutral color and no zone, and never flashes', () => {
  fc.assert(
    fc.property(anyMgdl, (mgdl) => {
      const glow = glowOf(view({ reading: at(mgdl), range: null }), now);
      expect(glow).toMatchObject({
        color: NEUTRAL_COLOR,
        zone: null,
        flash: false,
        value: mgdl,
        unit: 'mg/dL',
      });
    }),
  );
});

test('[COL-1] for any range and palette, a glow has the color of its reading', () => {
  fc.assert(
    fc.property(anyMgdl, anyRange, fc.constantFrom(...palettes), (mgdl, range, palette) => {
      const glow = glowOf(view({ reading: at(mgdl), range, palette }), now);
      expect(glow.color).toBe(colorOf(mgdl, setpointsOf(range), palette));
    }),
  );
});

test('a change across a gap in the readings is not shown', () => {
  const previous = { takenAt: takenAt - 16 * MINUTE, mgdl: 200, trend: 'steady' } as const;
  expect(glowOf(view({ previous }), now).delta).toBeNull();
  expect(glowOf(view({ previous: null }), now).delta).toBeNull();
});
