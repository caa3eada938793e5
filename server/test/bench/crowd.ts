import type { Reading } from '@tealight/glucose';
import { type Rhythm, type Source, SourceError } from '@tealight/sources';
import * as z from 'zod';
import { encryptionWith } from '../../src/encryption/cipher.ts';
import { openPolling } from '../../src/polling/polling.ts';
import { DAY, MINUTE, SECOND } from '../../src/shared/time-units.ts';
import { openStore, type Store } from '../../src/store/store.ts';
import { newWearer } from '../wearers.ts';

export const START = Date.UTC(2026, 10, 20, 12);
const STEP_MS = 250;

/** `visibleAfter`: seconds. */
type SensorTiming = { visibleAfter: [least: number, most: number]; rhythm: Rhythm };

/** A pseudo-random number from 0 to 1 that depends only on the arguments. */
function pseudoRandom(...seeds: number[]): number {
  let mixed = 0x9e3779b9;
  for (const seed of seeds) mixed = Math.imul(mixed ^ (seed | 0), 0x85ebca6b) ^ (mixed >>> 13);
  return ((mixed ^ (mixed >>> 16)) >>> 0) / 2 ** 32;
}

/** When a sensor's n-th reading is measured and visible, with a variation of a second. */
export function timesOf(
  sensor: number,
  index: number,
  { visibleAfter: [least, most], rhythm }: SensorTiming,
) {
  const phase = pseudoRandom(sensor, 1) * rhythm.everyMs;
  const takenAt = Math.round(
    START + phase + index * rhythm.everyMs + (2 * pseudoRandom(sensor, index, 2) - 1) * SECOND,
  );
  const visibleAt = takenAt + (least + pseudoRandom(sensor, index, 3) * (most - least)) * SECOND;
  return { takenAt, visibleAt };
}

/** Very many simulated sensors at one vendor, in simulated time. */
export async function crowd(count: number, timing: SensorTiming) {
  const clock = { now: START };
  const vendor = { down: false, calls: [] as number[], endedBefore: 0, rejections: [] as number[] };
  const source = vendorOf(clock, vendor, timing);
  const store = await openStore({ url: null, file: ':memory:' });
  const polling = openPolling({
    store,
    now: () => clock.now,
    encryption: encryptionWith(['an encryption key for benchmarks only']),
    sources: { nightscout: { type: 'nightScout', source } },
    fetchFor: () => async () => new Response(),
    log: { info: () => {}, warn: () => {}, error: () => {} },
  });
  const wearers = await newWearers(store, count);
  for (const [sensor, wearerId] of wearers.entries())
    await polling.connect(wearerId, 'nightscout', { sensor });
  const pollUntil = async (until: number) => {
    for (; clock.now < until; clock.now += STEP_MS) await polling.runDuePolls();
  };
  return { clock, vendor, store, wearers, polling, pollUntil };
}

async function newWearers(store: Store, count: number): Promise<number[]> {
  const wearers: number[] = [];
  for (let index = 0; index < count; index += 1) wearers.push(await newWearer(store));
  return wearers;
}

const Session = z.object({ sensor: z.number(), since: z.number() });
type Session = z.infer<typeof Session>;
type Vendor = { down: boolean; calls: number[]; endedBefore: number; rejections: number[] };

function vendorOf(
  clock: { now: number },
  vendor: Vendor,
  timing: SensorTiming,
): Source<{ sensor: number }, Session> {
  return {
    name: 'simulated',
    rhythm: timing.rhythm,
    historyMs: DAY,
    login: z.object({ sensor: z.number() }),
    session: Session,
    connect: async ({ sensor }) => ({ sensor, since: clock.now }),
    async read({ sensor, since: began }, since, { fetch }) {
      vendor.calls.push(clock.now);
      await fetch('https://simulated.example/');
      if (vendor.down) throw new SourceError('simulated', 'unreachable');
      if (began < vendor.endedBefore) {
        vendor.rejections.push(clock.now);
        throw new SourceError('simulated', 'session-over');
      }
      const readings: Reading[] = [];
      for (let index = Math.max(0, Math.floor((since - START) / timing.rhythm.everyMs) - 1); ; index += 1) {
        const { takenAt, visibleAt } = timesOf(sensor, index, timing);
        if (takenAt > clock.now) return readings;
        if (takenAt > since && visibleAt <= clock.now) readings.push({ takenAt, mgdl: 100, trend: 'steady' });
      }
    },
  };
}

/** The quantile (0 to 1) of values. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
}

export const minutes = (count: number): number => count * MINUTE;
