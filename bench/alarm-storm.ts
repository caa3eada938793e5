import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freshDatabase } from '../e2e/browser/support/database.ts';
import type { AlarmStorm } from '../server/test/bench/alarm-storm.ts';
import { atLeast, atMost, figure, type Result } from './support/result.ts';

const program = fileURLToPath(new URL('../server/test/bench/alarm-storm.ts', import.meta.url));

/** Own goals. */
const QUIET_MEDIAN_MS = 150;
const SLOWEST_MS = 2000;
const MESSAGES_A_SECOND = 500;
const BYTES_A_WEARER = 300;
const WEARERS = Number(process.env.ALARM_WEARERS ?? 100_000);

/** All sensors fall silent at once, and urgent lows among them: how long until a service has taken over the message. */
export async function alarmStorm(): Promise<Result[]> {
  return [...(await stormOn('sqlite', 'SQLite')), ...(await stormOn('postgres', 'PostgreSQL'))];
}

async function stormOn(engine: 'sqlite' | 'postgres', name: string): Promise<Result[]> {
  await using left = new AsyncDisposableStack();
  const folder = left.adopt(await mkdtemp(join(tmpdir(), 'tealight-storm-')), (path) =>
    rm(path, { recursive: true, force: true }),
  );
  const database = await freshDatabase(engine);
  left.defer(database.drop);
  const url = database.environment.DATABASE_URL ?? null;
  const location = JSON.stringify({ url, file: join(folder, 'tealight.db') });
  const child = fork(program, [location, String(WEARERS)], { execArgv: ['--expose-gc'] });
  const [storm] = (await once(child, 'message')) as [AlarmStorm];
  const { quietMs, stormMs, perSecond, bytesEach } = storm;
  const at = (times: readonly number[], share: number) => times[Math.floor((times.length - 1) * share)] ?? 0;
  return [
    figure(`${name}: wearers with alarms on`, String(storm.wearers)),
    atMost(`${name}: reading stored to handed over, median`, at(quietMs, 0.5), {
      most: QUIET_MEDIAN_MS,
      unit: 'ms',
    }),
    atMost(`${name}: the same, slowest of ${quietMs.length}`, at(quietMs, 1), {
      most: SLOWEST_MS,
      unit: 'ms',
    }),
    figure(`${name}: in the storm, median`, `${at(stormMs, 0.5).toFixed(0)} ms`),
    atMost(`${name}: in the storm, slowest of ${stormMs.length}`, at(stormMs, 1), {
      most: SLOWEST_MS,
      unit: 'ms',
    }),
    atLeast(`${name}: messages handed over`, perSecond, { least: MESSAGES_A_SECOND, unit: 'a second' }),
    atMost(`${name}: memory of a resting wearer`, bytesEach, { most: BYTES_A_WEARER, unit: 'bytes' }),
  ];
}
