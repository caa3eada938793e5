import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { contrastOf, NO_DATA_COLOR } from '@tealight/glucose';
import { describe, expect, test } from 'vitest';
import { aGlow } from '../../test/glow.ts';
import {
  brightnessShareOf,
  controlsBrightnessShare,
  hasExpired,
  inkOnDimmed,
  type Light,
  lightOf,
} from './light.ts';

const glow = aGlow({ flash: true, zone: 'low', value: 62, text: '62', trend: 'falling', delta: -4 });
/** A color of the stylesheets, dimmed. */
const dimmed = (color: string, share: number) =>
  `#${[1, 3, 5]
    .map((from) =>
      Math.round(Number.parseInt(color.slice(from, from + 2), 16) * share)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`;
const at = (clock: string) => Date.parse(`2026-11-20T${clock}Z`);

describe('the light of a lamp', () => {
  test('[DEV-3] is the color of the feed, until it expires', () => {
    const light = lightOf(glow, at('10:19:59'));
    expect(light).toMatchObject({ color: '#2fbf71', brightness: 1, reading: glow });
    expect(light.motion).toEqual({ flash: true, zone: 'low', stale: false });
  });

  test('[DEV-3] is white and dim from the moment the reading runs out, with the network gone', () => {
    const light = lightOf(glow, at('10:20:00'));
    expect(light).toMatchObject({ color: NO_DATA_COLOR, reading: null });
    expect(light.brightness).toBeLessThan(0.5);
    expect(light.motion.flash).toBe(false);
  });

  test('[DEV-3] is white and dim where it starts with a clock that is behind its last reading, until the feed answers', () => {
    const ringing = { ...glow, alarm: { kind: 'urgent-low', seen: false } } as const;
    const now = Date.parse(ringing.time ?? '') - 3 * 60_000;
    const before = lightOf(ringing, now, { hasAnswered: false });
    expect(before).toMatchObject({ color: NO_DATA_COLOR, reading: null, alarm: null });
    expect(lightOf(ringing, now, { hasAnswered: true })).toMatchObject({ color: '#2fbf71' });
    // Clocks that are set by the network are seconds apart.
    expect(lightOf(ringing, now + 2 * 60_000, { hasAnswered: false }).color).toBe('#2fbf71');
  });

  test('[ALM-40] has an alarm until somebody has seen it or the reading runs out, also without data', () => {
    const ringing = { ...glow, alarm: { kind: 'urgent-low', seen: false } } as const;
    const now = at('10:06:00');
    expect(lightOf(ringing, now).alarm).toBe('urgent-low');
    expect(lightOf({ ...ringing, alarm: { kind: 'urgent-low', seen: true } }, now).alarm).toBeNull();
    expect(lightOf(ringing, at('10:20:00')).alarm).toBeNull();
    const noData = { ...glow, stale: true, alarm: { kind: 'no-data', seen: false } } as const;
    expect(lightOf(noData, now)).toMatchObject({ alarm: 'no-data', color: NO_DATA_COLOR });
    expect(lightOf(glow, now).alarm).toBeNull();
  });

  test('[ALM-21] has the snooze that silences an alarm for everybody until it is over, also without data', () => {
    const snoozedUntil = '2026-11-20T10:12:00.000Z';
    const seen = { ...glow, alarm: { kind: 'low', seen: true, snoozedUntil } } as const;
    const snooze = { kind: 'low', until: at('10:12:00') };
    expect(lightOf(seen, at('10:11:59'))).toMatchObject({ alarm: null, snooze });
    expect(lightOf({ ...seen, stale: true }, at('10:11:59'))).toMatchObject({ snooze });
    expect(lightOf(seen, at('10:12:00')).snooze).toBeNull();
    expect(lightOf(glow, at('10:06:00')).snooze).toBeNull();
  });

  test('[DEV-3] is white and dim before the first message, and when the server says there is no data', () => {
    expect(lightOf(null, at('10:06:00')).color).toBe(NO_DATA_COLOR);
    expect(lightOf({ ...glow, stale: true }, at('10:06:00')).color).toBe(NO_DATA_COLOR);
  });

  test('[DEV-3] a lamp dimmed for the night stays dim when its reading runs out', () => {
    expect(lightOf({ ...glow, brightness: 0.1 }, at('10:20:00')).brightness).toBeCloseTo(0.03);
    expect(lightOf({ ...glow, brightness: 0 }, at('10:20:00')).brightness).toBeGreaterThan(0);
  });

  test.each([
    [21, 0.3],
    [22, 0.03],
    [3, 0.03],
    [6, 0.03],
    [7, 0.3],
  ])(
    '[DEV-3] a lamp that has lost its feed by day has at %d o’clock the brightness %d',
    (hour, brightness) => {
      const now = new Date(2026, 10, 21, hour).getTime();
      const lost = { ...glow, validUntil: '2026-11-20T10:20:00Z' };
      expect(lightOf(lost, now).brightness).toBeCloseTo(brightness);
    },
  );

  test.each([
    [21, 0.3],
    [22, 0.03],
    [3, 0.03],
    [7, 0.3],
  ])(
    '[DEV-3] a lamp that had no data by day when it lost its feed has at %d o’clock the brightness %d',
    (hour, brightness) => {
      const now = new Date(2026, 10, 21, hour).getTime();
      const noData = { ...glow, stale: true, brightness: 0.3 };
      expect(lightOf(noData, now, { isLost: true }).brightness).toBeCloseTo(brightness);
      // The feed knows the wearer's own night.
      expect(lightOf(noData, now).brightness).toBe(0.3);
      expect(lightOf({ ...noData, brightness: 0 }, now, { isLost: true }).brightness).toBe(0);
    },
  );

  test('[DEV-3] until the feed has answered it may be night: without a valid reading it is as dim as in the dark', () => {
    const share = (light: Light) => brightnessShareOf(light, 100);
    const night = share(lightOf({ ...glow, brightness: 0.1 }, at('10:20:00')));
    expect(share(lightOf(null, at('10:06:00')))).toBeCloseTo(night);
    expect(
      share(lightOf({ ...glow, stale: true, brightness: 0.3 }, at('10:06:00'), { hasAnswered: false })),
    ).toBeCloseTo(night);
    expect(share(lightOf(glow, at('10:20:00'), { hasAnswered: false }))).toBeCloseTo(night);
    expect(night).toBeLessThan(0.25);
    expect(night).toBeGreaterThan(0.1);
    expect(share(lightOf(glow, at('10:06:00'), { hasAnswered: false }))).toBe(1);
  });

  test('[DEV-3] an expired reading means the feed may be dead; one that was sent as stale does not', () => {
    expect(hasExpired(glow, at('10:20:00'))).toBe(true);
    expect(hasExpired({ ...glow, stale: true }, at('10:20:00'))).toBe(false);
    expect(hasExpired({ ...glow, validUntil: null }, at('10:20:00'))).toBe(false);
  });

  test('[DEV-3] the number on it dims with it: at night it is never white', () => {
    const level = (share: number) => Number.parseInt(inkOnDimmed('#2fbf71', share).slice(1, 3), 16);
    expect(level(0.05)).toBeLessThan(140);
    expect(level(0.05)).toBeLessThan(level(0.3));
    expect(level(0.3)).toBeLessThan(255);
  });

  test.each([1, 0.6, 0.3, 0.05])('[COL-3] a number on it can be read at brightness %d', (share) => {
    expect(contrastOf(dimmed('#2fbf71', share), inkOnDimmed('#2fbf71', share))).toBeGreaterThanOrEqual(4.5);
  });

  test('[DEV-3] [SHELL-11] its controls dim with it, as far as they can be read', () => {
    const style = (file: string) => readFileSync(join(import.meta.dirname, file), 'utf8');
    const panel = /background: (#.{6})/.exec(style('controls.css'))?.[1] ?? '';
    const text = /[^-]color: (#.{6})/.exec(style('lamp.css'))?.[1] ?? '';
    expect(controlsBrightnessShare(1)).toBe(1);
    expect(controlsBrightnessShare(0.8)).toBe(0.8);
    expect(controlsBrightnessShare(0.1)).toBeLessThan(0.6);
    const darkest = controlsBrightnessShare(0);
    expect(contrastOf(dimmed(panel, darkest), dimmed(text, darkest))).toBeGreaterThanOrEqual(4.5);
  });
});
