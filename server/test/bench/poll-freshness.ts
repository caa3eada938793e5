import { type Rhythm, sourcesOf } from '@tealight/sources';
import { SECOND } from '../../src/times.ts';
import { crowd, minutes, momentsOf, quantile, START } from './crowd.ts';

/** How fresh readings are, in virtual time: `node server/test/bench/poll-freshness.ts [sensors] [crowd]`. */
const [sensors = 40, many = 10_000] = process.argv.slice(2).map(Number);
const say = (text: string) => process.stdout.write(`${text}\n`);

const { nightscout, dexcomShare, medtronic, libre } = sourcesOf();
const vendors = { nightscout, dexcomShare, medtronic, libre };

for (const [name, { rhythm }] of Object.entries(vendors)) {
  for (const shownAfter of [
    [3, 15],
    [20, 60],
  ] as const)
    say(await freshness(name, rhythm, [...shownAfter]));
}
say(await afterOutage(1));
say(await afterOutage(many));
say(await afterRevocation());

/** Six hours; the first two, in which rhythms are learnt, do not count. */
async function freshness(name: string, rhythm: Rhythm, shownAfter: [number, number]): Promise<string> {
  const habit = { rhythm, shownAfter };
  const { live, store, clock, wearers, vendor } = await crowd(sensors, habit);
  const waits: number[] = [];
  const sensorOf = new Map(wearers.map((wearerId, sensor) => [wearerId, sensor]));
  const counted = START + minutes(120);
  const told = new Map<number, number>();
  const looking: Promise<void>[] = [];
  store.changes.listen((wearerId, change) => {
    if (change === 'readings') looking.push(look(wearerId));
  });
  const look = async (wearerId: number) => {
    const at = clock.now;
    for (const { takenAt } of await store.readings.since(wearerId, told.get(wearerId) ?? 0)) {
      told.set(wearerId, takenAt);
      const sensor = sensorOf.get(wearerId) ?? 0;
      const index = Math.round((takenAt - momentsOf(sensor, 0, habit).takenAt) / rhythm.everyMs);
      const shown = momentsOf(sensor, index, habit);
      if (shown.takenAt === takenAt && at > counted) waits.push((at - shown.shownAt) / SECOND);
    }
  };
  await live(START + minutes(360));
  await Promise.all(looking);
  const calls = vendor.calls.filter((at) => at > counted).length;
  const aMinute = calls / sensors / 240;
  await store[Symbol.asyncDispose]();
  return `${name}, shown ${shownAfter.join(' to ')} s late: median ${quantile(waits, 0.5).toFixed(1)} s, p95 ${quantile(
    waits,
    0.95,
  ).toFixed(
    1,
  )} s, ${(calls / waits.length).toFixed(2)} calls a reading, ${aMinute.toFixed(2)} calls a minute`;
}

async function afterOutage(count: number): Promise<string> {
  const habit = { rhythm: nightscout.rhythm, shownAfter: [3, 15] as [number, number] };
  const { live, vendor, store, clock, wearers } = await crowd(count, habit);
  await live(START + minutes(15));
  vendor.down = true;
  const began = vendor.calls.length;
  await live(START + minutes(75));
  const during = vendor.calls.length - began;
  vendor.down = false;
  const end = clock.now;
  const back = new Map<number, number>();
  store.changes.listen((wearerId, change) => {
    if (change === 'readings' && !back.has(wearerId)) back.set(wearerId, (clock.now - end) / SECOND);
  });
  await live(end + minutes(3));
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
  const habit = { rhythm: nightscout.rhythm, shownAfter: [3, 15] as [number, number] };
  const { live, vendor, store, clock } = await crowd(1, habit);
  await live(START + minutes(30));
  vendor.endedBefore = clock.now;
  let backAt = Number.NaN;
  store.changes.listen((_, change) => {
    if (change === 'readings' && Number.isNaN(backAt)) backAt = clock.now;
  });
  await live(START + minutes(40));
  await store[Symbol.asyncDispose]();
  return `after a revoked session: readings ${((backAt - (vendor.refusals[0] ?? 0)) / SECOND).toFixed(1)} s after the refusal`;
}
