import { type Rhythm, sourcesOf } from '@tealight/sources';
import { SECOND } from '../../src/shared/time-units.ts';
import { crowd, minutes, quantile, START, timesOf } from './crowd.ts';

/** How fresh readings are, in simulated time: `node server/test/bench/poll-freshness.ts [sensors] [crowd]`. */
const [sensors = 40, many = 10_000] = process.argv.slice(2).map(Number);
const print = (text: string) => process.stdout.write(`${text}\n`);

const { nightscout, dexcomShare, medtronic, libre } = sourcesOf();
const vendors = { nightscout, dexcomShare, medtronic, libre };

for (const [name, { rhythm }] of Object.entries(vendors)) {
  for (const visibleAfter of [
    [3, 15],
    [20, 60],
  ] as const)
    print(await freshness(name, rhythm, [...visibleAfter]));
}
print(await afterOutage(1));
print(await afterOutage(many));
print(await afterRevocation());

/** Six hours; the first two, in which rhythms are learned, are not measured. */
async function freshness(name: string, rhythm: Rhythm, visibleAfter: [number, number]): Promise<string> {
  const timing = { rhythm, visibleAfter };
  const { pollUntil, store, clock, wearers, vendor } = await crowd(sensors, timing);
  const waits: number[] = [];
  const sensorOf = new Map(wearers.map((wearerId, sensor) => [wearerId, sensor]));
  const counted = START + minutes(120);
  const newestOf = new Map<number, number>();
  const checks: Promise<void>[] = [];
  store.changes.subscribe((wearerId, change) => {
    if (change === 'readings') checks.push(measureWaits(wearerId));
  });
  const measureWaits = async (wearerId: number) => {
    const at = clock.now;
    for (const { takenAt } of await store.readings.since(wearerId, newestOf.get(wearerId) ?? 0)) {
      newestOf.set(wearerId, takenAt);
      const sensor = sensorOf.get(wearerId) ?? 0;
      const index = Math.round((takenAt - timesOf(sensor, 0, timing).takenAt) / rhythm.everyMs);
      const times = timesOf(sensor, index, timing);
      if (times.takenAt === takenAt && at > counted) waits.push((at - times.visibleAt) / SECOND);
    }
  };
  await pollUntil(START + minutes(360));
  await Promise.all(checks);
  const calls = vendor.calls.filter((at) => at > counted).length;
  const callsPerMinute = calls / sensors / 240;
  await store[Symbol.asyncDispose]();
  return `${name}, shown ${visibleAfter.join(' to ')} s late: median ${quantile(waits, 0.5).toFixed(1)} s, p95 ${quantile(
    waits,
    0.95,
  ).toFixed(
    1,
  )} s, ${(calls / waits.length).toFixed(2)} calls a reading, ${callsPerMinute.toFixed(2)} calls a minute`;
}

async function afterOutage(count: number): Promise<string> {
  const timing = { rhythm: nightscout.rhythm, visibleAfter: [3, 15] as [number, number] };
  const { pollUntil, vendor, store, clock, wearers } = await crowd(count, timing);
  await pollUntil(START + minutes(15));
  vendor.down = true;
  const began = vendor.calls.length;
  await pollUntil(START + minutes(75));
  const during = vendor.calls.length - began;
  vendor.down = false;
  const end = clock.now;
  const back = new Map<number, number>();
  store.changes.subscribe((wearerId, change) => {
    if (change === 'readings' && !back.has(wearerId)) back.set(wearerId, (clock.now - end) / SECOND);
  });
  await pollUntil(end + minutes(3));
  const perSecond = new Map<number, number>();
  for (const at of vendor.calls.filter((at) => at >= end)) {
    const second = Math.floor((at - end) / SECOND);
    perSecond.set(second, (perSecond.get(second) ?? 0) + 1);
  }
  const times = [...back.values()];
  await store[Symbol.asyncDispose]();
  return `after an hour without the vendor, ${count} connections: ${back.size} of ${wearers.length} back, the last after ${Math.max(
    ...times,
  ).toFixed(1)} s, median ${quantile(times, 0.5).toFixed(1)} s; at most ${Math.max(
    ...perSecond.values(),
  )} calls a second; ${during} calls during the outage`;
}

async function afterRevocation(): Promise<string> {
  const timing = { rhythm: nightscout.rhythm, visibleAfter: [3, 15] as [number, number] };
  const { pollUntil, vendor, store, clock } = await crowd(1, timing);
  await pollUntil(START + minutes(30));
  vendor.endedBefore = clock.now;
  let backAt = Number.NaN;
  store.changes.subscribe((_, change) => {
    if (change === 'readings' && Number.isNaN(backAt)) backAt = clock.now;
  });
  await pollUntil(START + minutes(40));
  await store[Symbol.asyncDispose]();
  return `after a revoked session: readings ${((backAt - (vendor.rejections[0] ?? 0)) / SECOND).toFixed(1)} s after the rejection`;
}
