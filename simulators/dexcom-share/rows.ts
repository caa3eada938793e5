import { lateness, type Sample, type SimulatedDay, samples } from '../day.ts';
import type { DexcomShareScenario } from './scenarios.ts';

export type Sensor = { life: SimulatedDay; lateMs: readonly [number, number]; scenario: DexcomShareScenario };

const trends: readonly [number, string][] = [
  [3, 'DoubleUp'],
  [2, 'SingleUp'],
  [1, 'FortyFiveUp'],
  [-1, 'Flat'],
  [-2, 'FortyFiveDown'],
  [-3, 'SingleDown'],
];

/** The rows that Share shows of a span at a time, newest first. */
export function shownBetween(span: { from: number; to: number; now: number }, sensor: Sensor): object[] {
  const { life, lateMs, scenario } = sensor;
  return samples(span.from, span.to, life)
    .filter(({ takenAt }) => takenAt + lateness(takenAt, life.seed, lateMs) <= span.now)
    .reverse()
    .map((sample, index) =>
      scenario === 'odd' ? oddRow(sample, index) : row(sample, scenario === 'jittering' ? span.now : 0),
    );
}

/** The time of one reading may differ by seconds from one answer to the next. */
function row({ takenAt, mgdl, perMinute }: Sample, jitteredAt: number): Record<string, unknown> {
  const at = takenAt - (jitteredAt === 0 ? 0 : Math.floor(jitteredAt / 1000) % 5) * 1000;
  return {
    WT: `Date(${at})`,
    ST: `Date(${at})`,
    DT: `Date(${at}+0200)`,
    Value: mgdl < 40 ? 39 : mgdl > 400 ? 401 : mgdl,
    Trend: trends.find(([above]) => perMinute > above)?.[1] ?? 'DoubleDown',
  };
}

/** Error codes, the date and trend formats of former years, and no direction. */
function oddRow(sample: Sample, index: number): object {
  const usual = row(sample, 0);
  const ways: Record<number, object> = {
    1: { Value: 12, Trend: 'None' },
    3: { WT: `/Date(${sample.takenAt}-0700)/`, Trend: 4 },
    5: { Trend: 'NotComputable' },
    7: { Value: 0 },
  };
  return { ...usual, ...ways[index % 9] };
}
