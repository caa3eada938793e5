import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { freshDatabase } from '../e2e/browser/support/database.ts';
import type { PollLoad } from '../server/test/bench/poll-load.ts';
import { webSocketFanOut } from './devices.ts';
import { atLeast, figure, type Result } from './support/result.ts';

const program = fileURLToPath(new URL('../server/test/bench/poll-load.ts', import.meta.url));

/** The last are as many as one machine is built for. Fewer than the first are not enough to keep it busy. */
const CONNECTIONS = [30_000, 100_000, 300_000];
const SECONDS = 20;
/** The most that a process of 20,000 open files serves, and a half and a quarter of it. */
const LAMPS = [4000, 8000, 16_000];
/** Own goal: what the smallest installation pays for a poll, the largest pays at most one and a half times. */
const MIN_SHARE = 0.67;

/** Polls with up to ten times as many connections, on both stores, and lamps on one node: what grows with the size. */
export async function growth(): Promise<Result[]> {
  return [
    ...(await pollsOn('sqlite', 'SQLite')),
    ...(await pollsOn('postgres', 'PostgreSQL')),
    ...(await inTurn(LAMPS, webSocketFanOut)).flat(),
  ];
}

async function pollsOn(engine: 'sqlite' | 'postgres', name: string): Promise<Result[]> {
  const loads = await inTurn(CONNECTIONS, (connections) => pollsOf(engine, connections));
  const rates = loads.map(({ rate }) => rate);
  return [
    ...loads.map(({ rate, cpuUs, machineCpuUs, bytesEach, memoryMb, bytesAReading }, size) =>
      figure(
        `${name}: ${CONNECTIONS[size]} connections`,
        `${rate.toFixed(0)} polls a second, ${cpuUs.toFixed(0)} µs of the node's processor and ${machineCpuUs.toFixed(0)} of the machine's each, ${bytesEach.toFixed(0)} bytes a connection, ${memoryMb.toFixed(0)} MB, ${bytesAReading.toFixed(0)} bytes a reading`,
      ),
    ),
    atLeast(`${name}: rate of the largest by that of the smallest`, (rates.at(-1) ?? 0) / (rates[0] ?? 0), {
      least: MIN_SHARE,
    }),
  ];
}

async function pollsOf(engine: 'sqlite' | 'postgres', connections: number): Promise<PollLoad> {
  const database = await freshDatabase(engine);
  try {
    const url = database.environment.DATABASE_URL ?? '';
    const child = fork(program, [String(connections), String(SECONDS), url], { execArgv: ['--expose-gc'] });
    const exited = once(child, 'exit');
    const message = await Promise.race([once(child, 'message'), exited.then(() => null)]);
    await exited;
    if (message === null) throw new Error(`The bench with ${connections} connections on ${engine} failed`);
    return message[0] as PollLoad;
  } finally {
    await database.drop();
  }
}

async function inTurn<Size, Found>(
  sizes: readonly Size[],
  find: (size: Size) => Promise<Found>,
): Promise<Found[]> {
  const found: Found[] = [];
  for (const size of sizes) found.push(await find(size));
  return found;
}
