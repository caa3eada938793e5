import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { launch, memoryOf } from './support/launch.ts';
import { atMost, median, type Result } from './support/result.ts';

const STARTS = 5;
/** After a minute without requests V8 has released the memory that starting needed. */
const SETTLE_MS = 60_000;

/** The time from launch to ready, and the memory of an idle server. */
export async function starting(): Promise<Result[]> {
  const folder = await mkdtemp(join(tmpdir(), 'tealight-bench-'));
  const env = { PORT: '0', MQTT_PORT: '0', DATA_DIR: folder, LOG_LEVEL: 'warn' };
  const times: number[] = [];
  let idle = 0;
  try {
    for (let start = 0; start < STARTS; start += 1) {
      await using tealight = await launch('server/src/main.ts', { env });
      times.push(tealight.readyMs);
      if (start < STARTS - 1) continue;
      await new Promise((resume) => setTimeout(resume, SETTLE_MS));
      idle = memoryOf(tealight);
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  return [
    atMost(`start to ready, median of ${STARTS}`, median(times), { most: 600, unit: 'ms' }),
    atMost('memory when idle', idle, { most: 120, unit: 'MB' }),
  ];
}
