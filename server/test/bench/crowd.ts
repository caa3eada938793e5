import type { Reading } from '@tealight/glucose';
import { type Rhythm, type Source, SourceError } from '@tealight/sources';
import * as z from 'zod';
import { openPolling } from '../../src/poll/polling.ts';
import { sealWith } from '../../src/seal/seal.ts';
import { openStore, type Store } from '../../src/store/store.ts';
import { DAY, MINUTE, SECOND } from '../../src/times.ts';
import { newWearer } from '../wearers.ts';

export const START = Date.UTC(2026, 10, 20, 12);
const STEP_MS = 250;

type Habit = { shownAfter: [least: number, most: number]; rhythm: Rhythm };

/** A number from 0 to 1 that is always the same for the same question. */
function chanceOf(...parts: number[]): number {
  let mixed = 0x9e3779b9;
  for (const part of parts) mixed = Math.imul(mixed ^ (part | 0), 0x85ebca6b) ^ (mixed >>> 13);
  return ((mixed ^ (mixed >>> 16)) >>> 0) / 2 ** 32;
}

/** When a sensor's n-th reading is measured and shown: every five minutes, give or take a second. */
export function momentsOf(sensor: number, index: number, { shownAfter: [least, most], rhythm }: Habit) {
  const phase = chanceOf(sensor, 1) * rhythm.everyMs;
  const takenAt = Math.round(
    START + phase + index * rhythm.everyMs + (2 * chanceOf(sensor, index, 2) - 1) * SECOND,
  );
  const shownAt = takenAt + (least + chanceOf(sensor, index, 3) * (most - least)) * SECOND;
  return { takenAt, shownAt };
}

/** Very many simulated sensors at one vendor, and a time that goes as fast as the machine can. */
export async function crowd(count: number, habit: Habit) {
  const clock = { now: START };
  const vendor = { down: false, calls: [] as number[], endedBefore: 0, refusals: [] as number[] };
  const source = vendorOf(clock, vendor, habit);
  const store = await openStore({ url: null, file: ':memory:' });
  const polling = openPolling({
    ...{ store, now: () => clock.now, seal: sealWith(['a key for measuring, and for nothing else']) },
    sources: { nightscout: { type: 'nightScout', source } },
    fetchFor: () => async () => new Response(),
    log: { info: () => {}, warn: () => {}, error: () => {} },
  });
  const wearers = await newWearers(store, count);
  for (const [sensor, wearerId] of wearers.entries())
    await polling.connect(wearerId, 'nightscout', { sensor });
  const live = async (until: number) => {
    for (; clock.now < until; clock.now += STEP_MS) await polling.turn();
  };
  return { clock, vendor, store, wearers, polling, live };
}

async function newWearers(store: Store, count: number): Promise<number[]> {
  const wearers: number[] = [];
  for (let index = 0; index < count; index += 1) wearers.push(await newWearer(store));
  return wearers;
}

const Session = z.object({ sensor: z.number(), since: z.number() });
type Session = z.infer<typeof Session>;
type Vendor = { down: boolean; calls: number[]; endedBefore: number; refusals: number[] };

function vendorOf(clock: { now: number }, vendor: Vendor, habit: Habit): Source<{ sensor: number }, Session> {
  return {
    ...{ name: 'simulated', rhythm: habit.rhythm, historyMs: DAY },
    login: z.object({ sensor: z.number() }),
    session: Session,
    connect: async ({ sensor }) => ({ sensor, since: clock.now }),
    async read({ sensor, since: began }, since, { fetch }) {
      vendor.calls.push(clock.now);
      await fetch('https://simulated.example/');
      if (vendor.down) throw new SourceError('simulated', 'unreachable');
      if (began < vendor.endedBefore) {
        vendor.refusals.push(clock.now);
        throw new SourceError('simulated', 'session-over');
      }
      const readings: Reading[] = [];
      for (let index = Math.max(0, Math.floor((since - START) / habit.rhythm.everyMs) - 1); ; index += 1) {
        const { takenAt, shownAt } = momentsOf(sensor, index, habit);
        if (takenAt > clock.now) return readings;
        if (takenAt > since && shownAt <= clock.now) readings.push({ takenAt, mgdl: 100, trend: 'steady' });
      }
    },
  };
}

/** The value below which a part (0 to 1) of them lies. */
export function quantile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))] ?? Number.NaN;
}

export const minutes = (count: number): number => count * MINUTE;
