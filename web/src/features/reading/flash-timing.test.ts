import { alarmKinds, priorityOf, rankOf } from '@tealight/glucose';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { alarmPatternOf, type FlashPattern, flashPatternOf, newReadingPulse, play } from './flash-timing.ts';

const low = flashPatternOf({ flash: true, zone: 'low', stale: false }) as FlashPattern;
const high = flashPatternOf({ flash: true, zone: 'high', stale: false }) as FlashPattern;
const noData = flashPatternOf({ flash: false, zone: null, stale: true }) as FlashPattern;

/** When the light is darkest, in ms from the start, over a few periods. */
function dips({ everyMs, steps }: FlashPattern): number[] {
  const dimmed = steps.filter(({ strength }) => strength < 1).map(({ at }) => at * everyMs);
  return [0, 1, 2].flatMap((period) => dimmed.map((at) => at + period * everyMs));
}

afterEach(() => vi.unstubAllGlobals());

describe('a moving light', () => {
  test.each([
    ['low', low],
    ['high', high],
    ['no data', noData],
    ['a new reading', newReadingPulse],
  ])('[COL-4] for %s dims at most once a second and never goes dark', (_, pattern) => {
    const times = dips(pattern);
    const gaps = times.slice(1).map((at, index) => at - (times[index] ?? 0));
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(1000);
    expect(Math.min(...pattern.steps.map(({ strength }) => strength))).toBeGreaterThan(0.4);
  });

  test.each(alarmKinds)(
    '[ALM-40] [ALM-45] for the alarm %s dims at most once a second and never goes dark',
    (kind) => {
      const pattern = alarmPatternOf(kind);
      const times = dips(pattern);
      const gaps = times.slice(1).map((at, index) => at - (times[index] ?? 0));
      expect(Math.min(...gaps)).toBeGreaterThanOrEqual(1000);
      expect(Math.min(...pattern.steps.map(({ strength }) => strength))).toBeGreaterThan(0.4);
    },
  );

  test('[ALM-45] tells the priority of an alarm by its rhythm, which is neither that of low nor of high', () => {
    const pulsesOf = ({ steps }: FlashPattern) => steps.filter(({ strength }) => strength < 1).length;
    const pulses = { urgent: 5, important: 3, minor: 1 };
    for (const kind of alarmKinds)
      expect(pulsesOf(alarmPatternOf(kind))).toBe(pulses[priorityOf(rankOf(kind))]);
    expect(alarmKinds.map((kind) => priorityOf(rankOf(kind)))).toEqual([
      ...['urgent', 'urgent', 'important', 'important', 'minor', 'minor', 'minor', 'minor'],
    ]);
    expect(alarmPatternOf('high').everyMs).not.toBe(high.everyMs);
  });

  test('[COL-4] is steady inside the range, and outside it when flashing is off', () => {
    expect(flashPatternOf({ flash: false, zone: 'in-range', stale: false })).toBeNull();
    expect(flashPatternOf({ flash: false, zone: 'high', stale: false })).toBeNull();
  });

  test('[COL-3] low and high differ in rhythm, not in color alone', () => {
    expect(low.steps.filter(({ strength }) => strength < 1)).toHaveLength(2);
    expect(high.steps.filter(({ strength }) => strength < 1)).toHaveLength(1);
  });

  test('[COL-4] is steady for those who prefer reduced motion', () => {
    const element = document.createElement('div');
    const animate = vi.fn(() => ({ cancel: vi.fn() }));
    Object.assign(element, { animate });
    vi.stubGlobal('matchMedia', () => ({ matches: true }));
    play(element, low);
    expect(animate).not.toHaveBeenCalled();
    vi.stubGlobal('matchMedia', () => ({ matches: false }));
    play(element, low);
    expect(animate).toHaveBeenCalledOnce();
  });
});
