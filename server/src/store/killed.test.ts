import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { eachEngine } from '../../test/engines.ts';
import type { DatabaseLocation } from './db.ts';

const program = fileURLToPath(new URL('../../test/inserting.ts', import.meta.url));
const ENOUGH = 1000;

/** Kills a process while it stores readings, and returns the last reading that it reported as stored. */
async function killedWhileStoring(
  location: DatabaseLocation,
): Promise<{ wearerId: number; reported: number }> {
  const child = spawn(process.execPath, [program, JSON.stringify(location)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(child, 'exit');
  let last = { wearerId: 0, reported: 0 };
  for await (const line of linesOf(child)) {
    const [wearerId = 0, reported = 0] = line.split(' ').map(Number);
    last = { wearerId, reported };
    if (reported > ENOUGH) child.kill('SIGKILL');
  }
  await exited;
  return last;
}

const linesOf = (child: ChildProcess) => createInterface({ input: child.stdout ?? process.stdin });

describe('a node that is killed', () => {
  eachEngine((open, newLocation) => {
    test('[OPS-2] loses no stored reading, and stores none twice after its restart', async () => {
      const location = await newLocation();
      const { wearerId, reported } = await killedWhileStoring(location);
      expect(reported).toBeGreaterThan(ENOUGH);
      const store = await open(location);
      const stored = (await store.readings.since(wearerId, 0)).map(({ takenAt }) => takenAt);
      expect(stored.length).toBeGreaterThanOrEqual(reported);
      expect(stored).toEqual(Array.from({ length: stored.length }, (_, index) => index + 1));
      const again = Array.from({ length: stored.length + 5 }, (_, index) => ({
        wearerId,
        takenAt: index + 1,
        mgdl: 100,
        trend: 'steady' as const,
      }));
      expect(await store.readings.add(again)).toHaveLength(5);
      expect(await store.readings.since(wearerId, 0)).toHaveLength(stored.length + 5);
    });
  });
});
