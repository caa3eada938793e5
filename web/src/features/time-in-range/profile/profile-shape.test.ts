import { expect, test } from 'vitest';
import { areaPath, bandDepths, depthOf, linePath, type ProfilePoints, reachOf } from './profile-shape.ts';

const flat = (mgdl: number) => ({ p5: mgdl - 20, p25: mgdl - 10, p50: mgdl, p75: mgdl + 10, p95: mgdl + 20 });
const day = (known: (hour: number) => boolean, mgdl = 100): ProfilePoints =>
  Array.from({ length: 24 }, (_, hour) => ({
    minute: hour * 60,
    days: 7,
    percentiles: known(hour) ? flat(mgdl) : null,
  }));

test('[DASH-7] a profile leaves the hours open in which nothing is known', () => {
  const reach = { bottom: 0, top: 200 };
  const gap = day((hour) => hour < 10 || hour > 12);
  expect(linePath(gap, 'p50', reach).match(/M/g)).toHaveLength(2);
  expect(areaPath(gap, ['p5', 'p95'], reach).match(/Z/g)).toHaveLength(2);
  expect(
    linePath(
      day(() => false),
      'p50',
      reach,
    ),
  ).toBe('');
});

test('[DASH-7] midnight stands at both ends of the day', () => {
  const line = linePath(
    day(() => true),
    'p50',
    { bottom: 0, top: 200 },
  );
  expect(line).toMatch(/^M0,0\.5000L/);
  expect(line).toMatch(/L1440,0\.5000$/);
});

test('[DASH-7] a profile reaches as far as its highest days, 350 at most', () => {
  expect(reachOf(day(() => true, 100)).top).toBe(250);
  expect(reachOf(day(() => true, 260)).top).toBe(300);
  expect(reachOf(day(() => true, 390)).top).toBe(350);
  expect(depthOf(390, { bottom: 40, top: 350 })).toBe(0);
});

test('[DASH-7] the bands lie over each other without a gap, from top to bottom', () => {
  for (const population of ['adult', 'older', 'pregnancy'] as const) {
    const depths = bandDepths(population, { bottom: 40, top: 350 });
    expect(depths[0]?.from).toBe(0);
    expect(depths.at(-1)?.to).toBe(1);
    depths.slice(1).forEach(({ from }, index) => {
      expect(from).toBeCloseTo(depths[index]?.to ?? Number.NaN, 2);
    });
  }
});
