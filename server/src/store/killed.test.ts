import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { eachEngine } from '../../test/engines.ts';
import type { StorePlace } from './db.ts';

const program = fileURLToPath(new URL('../../test/inserting.ts', import.meta.url));
const ENOUGH = 1000;

/** Lets a process store readings until it has told of enough, kills it, and returns the last it told of. */
async function killedWhileStoring(place: StorePlace): Promise<{ wearerId: number; told: number }> {
  const child = spawn(process.execPath, [program, JSON.stringify(place)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const gone = once(child, 'exit');
  let last = { wearerId: 0, told: 0 };
  for await (const line of linesOf(child)) {
    const [wearerId = 0, told = 0] = line.split(' ').map(Number);
    last = { wearerId, told };
    if (told > ENOUGH) child.kill('SIGKILL');
  }
  await gone;
  return last;
}

const linesOf = (child: ChildProcess) => createInterface({ input: child.stdout ?? process.stdin });

describe('a node that is killed', () => {
  eachEngine((open, newPlace) => {
    test('[OPS-2] loses no reading that was stored, and doubles none when it comes again', async () => {
      const place = await newPlace();
      const { wearerId, told } = await killedWhileStoring(place);
      expect(told).toBeGreaterThan(ENOUGH);
      const store = await open(place);
      const kept = (await store.readings.since(wearerId, 0)).map(({ takenAt }) => takenAt);
      expect(kept.length).toBeGreaterThanOrEqual(told);
      expect(kept).toEqual(Array.from({ length: kept.length }, (_, index) => index + 1));
      const again = Array.from({ length: kept.length + 5 }, (_, index) => ({
        ...{ wearerId, takenAt: index + 1, mgdl: 100, trend: 'steady' as const },
      }));
      expect(await store.readings.add(again)).toHaveLength(5);
      expect(await store.readings.since(wearerId, 0)).toHaveLength(kept.length + 5);
    }, 20_000);
  });
});
