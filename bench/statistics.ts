import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { glucoseChart, glucoseProfile, readStatistics } from '@tealight/contract';
import { firstDrawing } from './support/first-drawing.ts';
import { launchTealight } from './support/launch.ts';
import { cpuOfAll } from './support/processes.ts';
import { atMost, figure, median, type Result } from './support/result.ts';
import { plainReadMs, type SensorHistory, wearerWithHistory } from './support/wearer-with-history.ts';

const MINUTE_MS = 60_000;
const everyFiveMinutes: SensorHistory = { days: 90, everyMs: 5 * MINUTE_MS };
const everyMinute: SensorHistory = { days: 90, everyMs: MINUTE_MS };
/** Each has a history that has not been requested yet; the first ones warm up the server. */
const WEARERS = 15;
const WARMING = 5;

const paths = [
  `${readStatistics.path}?period=90d`,
  `${glucoseChart.path}?span=24h`,
  `${glucoseProfile.path}?period=90d`,
];
/** Days that are over are read from the store every time: ninety of them that ended three days ago. */
const dates = `from=${dateBefore(92)}&until=${dateBefore(3)}`;
const pathsByDates = [`${readStatistics.path}?${dates}`, `${glucoseProfile.path}?${dates}`];

/** The time to calculate statistics, chart and profile of ninety days, the first drawing of a day, the size of the chart's own code. */
export async function statistics(): Promise<Result[]> {
  await using tealight = await launchTealight();
  const fiveMinuteTimes = await measure(tealight, everyFiveMinutes, 100);
  const oneMinuteTimes = await measure(tealight, everyMinute, 200);
  const drawing = await firstDrawing(tealight.url, oneMinuteTimes.token);
  return [
    ...resultsOf('every 5 min', fiveMinuteTimes, 25),
    ...resultsOf('every minute', oneMinuteTimes, 120),
    atMost('first drawing of 24 h, main thread', drawing, { most: 50, unit: 'ms' }),
    atMost('the chart’s own code, gzipped', chartBytes() / 1000, { most: 60, unit: 'kB' }),
  ];
}

type Times = { fresh: number; cpu: number; cached: number; byDates: number; plain: number };

function resultsOf(interval: string, times: Times, most: number): Result[] {
  const { fresh, cpu, cached, byDates, plain } = times;
  return [
    atMost(`90 days, ${interval}: all three, CPU time`, cpu, { most, unit: 'ms' }),
    figure(
      '  by the clock, median',
      `${fresh.toFixed(1)} ms, ${(fresh / plain).toFixed(2)} plain looks at the rows`,
    ),
    figure('  once more, cached', `${cached.toFixed(1)} ms`),
    figure('  statistics and profile of 90 past days', `${byDates.toFixed(1)} ms`),
  ];
}

type Tealight = Awaited<ReturnType<typeof launchTealight>>;

/** Requests the histories of wearers for the first time, and then again: median times, and mean CPU time. */
async function measure(
  tealight: Tealight,
  history: SensorHistory,
  firstSeed: number,
): Promise<Times & { token: string }> {
  const times: Times[] = [];
  let token = '';
  for (let index = 0; index < WEARERS; index += 1) {
    const seed = firstSeed + index;
    token = await wearerWithHistory(tealight, seed, history);
    const before = cpuOfAll([tealight.child.pid ?? 0]);
    const fresh = await timeOf(paths, tealight.url, token);
    const cpu = cpuOfAll([tealight.child.pid ?? 0]) - before;
    const cached = await timeOf(paths, tealight.url, token);
    const byDates = await timeOf(pathsByDates, tealight.url, token);
    times.push({ fresh, cpu, cached, byDates, plain: plainReadMs(tealight.folder, seed) });
  }
  const settled = times.slice(WARMING);
  const middle = (name: keyof Times) => median(settled.map((times) => times[name]));
  const cpu = settled.reduce((sum, times) => sum + times.cpu, 0) / settled.length;
  return {
    token,
    cpu,
    fresh: middle('fresh'),
    cached: middle('cached'),
    byDates: middle('byDates'),
    plain: middle('plain'),
  };
}

/** One request after the other over HTTP, so that each is measured alone. */
async function timeOf(paths: readonly string[], url: string, token: string): Promise<number> {
  const begun = performance.now();
  for (const path of paths) {
    const answer = await fetch(url + path, { headers: { authorization: `Bearer ${token}` } });
    const { data } = (await answer.json()) as { data: unknown };
    if (!answer.ok || data === undefined) throw new Error(`${path}: ${answer.status}`);
  }
  return performance.now() - begun;
}

/** A date in UTC, the time zone of a wearer without one. */
function dateBefore(days: number): string {
  return new Date(Date.now() - days * 24 * 60 * MINUTE_MS).toISOString().slice(0, 10);
}

/** The size of the files of the built web app that are loaded when the chart comes near the view. */
function chartBytes(): number {
  const folder = fileURLToPath(new URL('../web/dist/assets/', import.meta.url));
  const own = readdirSync(folder).filter((file) => /^(GlucoseChart|use-pointer)-.*\.(js|css)$/.test(file));
  if (own.length === 0) throw new Error('The web app is not built');
  return own.reduce((sum, file) => sum + gzipSync(readFileSync(folder + file)).length, 0);
}
