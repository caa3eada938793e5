import { describe, expect, test } from 'vitest';
import { dedupe, type Row } from './dedupe.ts';

const MINUTE = 60_000;
const start = Date.UTC(2026, 9, 12);
const row = (device: string, minute: number, mgdl = 100): Row => ({
  device,
  takenAt: start + minute * MINUTE,
  mgdl,
  trend: 'steady',
});
const every = (minutes: number, device: string, from: number, to: number) =>
  Array.from({ length: Math.floor((to - from) / minutes) + 1 }, (_, index) =>
    row(device, from + index * minutes),
  );

describe('[SRC-2] several uploaders of one sensor', () => {
  test('two that are seconds apart give one reading every five minutes', () => {
    const rows = [...every(5, 'phone', 0, 60), ...every(5, 'bridge', 0.2, 60.2)];
    expect(dedupe(rows, 0)).toEqual(every(5, 'bridge', 0.2, 60.2));
  });

  test('the one in use stays in use', () => {
    const rows = [...every(5, 'phone', 0, 60), ...every(5, 'bridge', 0.2, 60.2)];
    expect(dedupe(rows, start)).toEqual(every(5, 'phone', 0, 60));
  });

  test('the second fills the gaps of the first', () => {
    const rows = [...every(5, 'phone', 0, 20), ...every(5, 'phone', 60, 90), ...every(5, 'bridge', 2, 92)];
    const kept = dedupe(rows, start);
    expect(kept.filter(({ device }) => device === 'bridge')).toEqual(every(5, 'bridge', 27, 52));
  });

  test('a feed of one reading a minute is kept whole', () => {
    const rows = every(1, 'libre', 0, 30);
    expect(dedupe(rows, start)).toEqual(rows);
  });

  test('a feed of one a minute goes before one every five', () => {
    const rows = [...every(5, 'bridge', 0.1, 30.1), ...every(1, 'libre', 0, 30)];
    expect(dedupe(rows, 0)).toEqual(every(1, 'libre', 0, 30));
  });

  test('one that says the same thing twice within seconds is heard once', () => {
    expect(dedupe([row('share', 0.1), row('share', 0), row('share', 5)], 0)).toEqual([
      row('share', 0),
      row('share', 5),
    ]);
  });

  /** What is stored after polls at these minutes, each of which gets what was uploaded by then. */
  function storedAfter(rows: readonly Row[], polls: readonly number[]): Row[] {
    const stored: Row[] = [];
    for (const minute of polls) {
      const now = start + minute * MINUTE;
      const since = (stored.at(-1)?.takenAt ?? start - MINUTE) - 15 * MINUTE;
      const given = rows.filter(({ takenAt }) => takenAt > since && takenAt <= now);
      const knownTimes = stored.slice(-20).map(({ takenAt }) => takenAt);
      const known = new Set(knownTimes);
      stored.push(...dedupe(given, since, knownTimes).filter(({ takenAt }) => !known.has(takenAt)));
      stored.sort((a, b) => a.takenAt - b.takenAt);
    }
    return stored;
  }
  const gapsOf = (stored: readonly Row[]) =>
    stored.slice(1).map(({ takenAt }, index) => (takenAt - (stored[index]?.takenAt ?? 0)) / MINUTE);
  const everyMinute = Array.from({ length: 120 }, (_, index) => 30 + index);
  // As of real sensors, no reading is exactly five minutes after the last.
  const drifting = (device: string, from: number, to: number) =>
    every(5, device, from, to).map((one, index) => ({
      ...one,
      takenAt: one.takenAt + ((index * 7) % 11) * 100,
    }));

  test('that are two minutes apart stay two over many polls, also when the one in use is late: one is stored', () => {
    const rows = [...drifting('bridge', 0, 150), ...drifting('phone', 2, 152)];
    const stored = storedAfter(rows, everyMinute);
    expect(new Set(stored.map(({ device }) => device)).size).toBe(1);
    expect(Math.min(...gapsOf(stored))).toBeGreaterThan(4.5);
  });

  test('where one takes over from the other, no time is stored twice, and no reading is missing for long', () => {
    const rows = [...drifting('bridge', 0, 150), ...drifting('phone', 2, 62)];
    const stored = storedAfter(rows, everyMinute);
    expect(stored.at(-1)?.device).toBe('bridge');
    expect(Math.min(...gapsOf(stored))).toBeGreaterThan(4.5);
    expect(Math.max(...gapsOf(stored))).toBeLessThan(10);
  });

  test('a feed of one reading a minute keeps what arrives late', () => {
    const rows = every(1, 'libre', 0, 30);
    const known = rows.filter((_, index) => index % 3 !== 0).map(({ takenAt }) => takenAt);
    expect(dedupe(rows, start - MINUTE, known)).toEqual(rows);
  });
});
