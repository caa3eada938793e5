import { createHash } from 'node:crypto';
import { type Sample, type SimulatedDay, samples } from '../day.ts';
import type { DexcomApiScenario } from './scenarios.ts';

export type Records = { life: SimulatedDay; now: number; delayMs: number; scenario: DexcomApiScenario };

const DAY = 24 * 60 * 60_000;
/** How long this wearer has had a sensor. */
const HISTORY = 120 * DAY;
const MGDL_PER_MMOL = 18.0156;

const userId = createHash('sha256').update('a wearer').digest('hex');
const transmitterId = createHash('sha256').update('a transmitter').digest('hex');

const trends: readonly [number, string][] = [
  [3, 'doubleUp'],
  [2, 'singleUp'],
  [1, 'fortyFiveUp'],
  [-1, 'flat'],
  [-2, 'fortyFiveDown'],
  [-3, 'singleDown'],
];

/** The released records of a window, newest first. */
export function egvs(records: Records, { from, to }: { from: number; to: number }): object {
  const { life, now, delayMs, scenario } = records;
  const released = Math.min(to, now - delayMs);
  const shown = scenario === 'empty' ? [] : samples(Math.max(from - 1, now - HISTORY), released, life);
  const newestFirst = shown.reverse().map((sample) => record(sample, scenario));
  return { recordType: 'egv', recordVersion: '3.0', userId, records: newestFirst };
}

export function dataRange(records: Records): object {
  const { life, now, delayMs, scenario } = records;
  const ends = {
    start: samples(now - HISTORY, now - HISTORY + DAY, life)[0],
    end: samples(now - delayMs - DAY, now - delayMs, life).at(-1),
  };
  const spoken = (sample?: Sample) => (sample ? { systemTime: inSeconds(sample.takenAt, 'Z') } : null);
  const span = scenario === 'empty' ? null : { start: spoken(ends.start), end: spoken(ends.end) };
  return {
    recordType: 'dataRange',
    recordVersion: '3.0',
    userId,
    calibrations: null,
    egvs: span,
    events: null,
  };
}

function record({ takenAt, mgdl, perMinute }: Sample, scenario: DexcomApiScenario): object {
  const receiver = scenario === 'receiver';
  const mmol = scenario === 'mmol';
  const unit = mmol ? 'mmol/L' : 'mg/dL';
  const shownMgdl = Math.min(401, Math.max(39, mgdl));
  return {
    recordId: createHash('md5').update(`${takenAt}`).digest('hex'),
    systemTime: inSeconds(takenAt, receiver ? '' : 'Z'),
    displayTime: inSeconds(takenAt + 2 * 60 * 60_000, receiver ? '' : '+02:00'),
    transmitterId,
    transmitterTicks: Math.floor(takenAt / 1000) % 10_000_000,
    value: mmol ? Math.round((shownMgdl / MGDL_PER_MMOL) * 10) / 10 : shownMgdl,
    status: mgdl < 40 ? 'low' : mgdl > 400 ? 'high' : null,
    trend: trends.find(([above]) => perMinute > above)?.[1] ?? 'doubleDown',
    trendRate: Math.round(perMinute * 10) / 10,
    unit,
    rateUnit: `${unit}/min`,
    displayDevice: receiver ? 'receiver' : 'iOS',
    transmitterGeneration: 'g7',
    displayApp: receiver ? 'receiver' : 'G7',
  };
}

function inSeconds(at: number, zone: string): string {
  return `${new Date(at).toISOString().slice(0, 19)}${zone}`;
}
