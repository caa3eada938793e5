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
});
