import {
  type AlarmInput,
  emptyAlarmState,
  evaluateAlarms,
  initialAlarmRules,
  parseAlarmState,
  serializeAlarmState,
} from '@tealight/glucose';
import { type Sample, samples } from '../simulators/day.ts';
import { atMost, figure, median, type Result } from './support/result.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const START = Date.UTC(2026, 0, 16);
/** What an evaluation is given: the last five hours, more than the longest wait. */
const NEEDED_MS = 5 * 60 * MINUTE_MS;
const ROUNDS = 9;

const settings = { day: initialAlarmRules, night: initialAlarmRules };
const base = {
  settings,
  night: { fromMinute: 22 * 60, untilMinute: 7 * 60 },
  timeZone: 'Europe/Berlin',
  snoozes: [],
  source: { everyMs: 5 * MINUTE_MS, visibleAfterMs: 0 },
};

/** The time to decide about alarms at one reading, beside one plain pass over the same readings. */
export async function alarms(): Promise<Result[]> {
  return [...resultsOf('every 5 min', 5, 30), ...resultsOf('every minute', 1, 6)];
}

function resultsOf(rhythm: string, everyMinutes: number, days: number): Result[] {
  const all = samples(START, START + days * DAY_MS, { seed: 7, everyMs: everyMinutes * MINUTE_MS });
  const windows = all.map((reading, index) => {
    const first = all.findIndex(({ takenAt }) => takenAt > reading.takenAt - NEEDED_MS);
    return { now: reading.takenAt, readings: all.slice(first, index + 1) };
  });
  const [evaluated, stored, passed] = [evaluateAll, storeAll, passAll].map((run) => {
    run(windows);
    return median(Array.from({ length: ROUNDS }, () => timeOf(() => run(windows)) / windows.length));
  });
  return [
    atMost(`one evaluation, ${rhythm}`, evaluated ?? 0, { most: 50, unit: 'µs' }),
    figure('  as a ratio', `${((evaluated ?? 0) / (passed ?? 1)).toFixed(1)} plain passes over its readings`),
    figure('  with parsing and writing of the state', `${(stored ?? 0).toFixed(2)} µs`),
  ];
}

type Window = { now: number; readings: readonly Sample[] };

function evaluateAll(windows: readonly Window[]): number {
  let [state, rings]: [AlarmInput['state'], number] = [emptyAlarmState, 0];
  for (const { now, readings } of windows) {
    const result = evaluateAlarms({ ...base, readings, state }, now);
    state = result.state;
    rings += result.notifications.length;
  }
  return rings;
}

function storeAll(windows: readonly Window[]): number {
  let [text, rings] = ['', 0];
  for (const { now, readings } of windows) {
    const result = evaluateAlarms({ ...base, readings, state: parseAlarmState(text) }, now);
    text = serializeAlarmState(result.state);
    rings += result.notifications.length;
  }
  return rings;
}

function passAll(windows: readonly Window[]): number {
  let lowest = Number.POSITIVE_INFINITY;
  for (const { readings } of windows) {
    for (const { mgdl, takenAt } of readings) if (takenAt > 0 && mgdl < lowest) lowest = mgdl;
  }
  return lowest;
}

/** In microseconds. */
function timeOf(run: () => number): number {
  const begun = performance.now();
  if (!(run() > 0)) throw new Error('Nothing was decided');
  return (performance.now() - begun) * 1000;
}
