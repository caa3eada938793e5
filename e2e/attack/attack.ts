import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { anonymousClientAt, type Seen } from './attackers.ts';
import type { AttackersTask } from './attackers-thread.ts';
import { npmStart } from './npm-start.ts';
import { victimOf, type Wait } from './victim.ts';

/** What an attack found. Times in ms, memory in MB. */
export type Report = {
  requests: number;
  statuses: Record<string, number>;
  waits: { calls: number; p50: number; p99: number; longest: number };
  memory: { before: number; after: number };
  lampBreaks: number;
  readings: { missing: number; doubled: number };
  /** Each expectation that was not met, as a sentence; empty when all were met. */
  violations: string[];
};

/** How much the memory in use may grow, in MB. */
const GROWTH_MB = 64;
/**
 * The longest that another wearer may wait for an answer while the server works, in ms. What other programs take of the
 * machine does not count: a wait is a fault when the server has used as much CPU time in it, or when no answer came.
 */
const WAIT_MS = 1000;
/** From the end of the attack to measuring what is left, in ms: by then connections are closed and cache entries have expired. */
const SETTLE_MS = 15_000;
const ANONYMOUS_CLIENTS = 3;

/**
 * Attacks a Tealight started by `npm start` with everything that anyone can get: an account, a connection code, a
 * Nightscout of their own, and sockets. `limits`: whether the limits for anonymous clients are on.
 */
export async function attack({
  seconds,
  seed,
  limits,
}: {
  seconds: number;
  seed: number;
  limits: boolean;
}): Promise<Report> {
  await using tealight = await npmStart({
    TRUSTED_PROXIES: '127.0.0.1',
    RATE_LIMITS: limits ? 'on' : 'off',
    CHROMIUM_SANDBOX: 'off',
  });
  await using victim = await victimOf(tealight, '203.0.113.7');
  const anonymousClients = await Promise.all(
    Array.from({ length: ANONYMOUS_CLIENTS }, () => anonymousClientAt(tealight.url)),
  );
  const before = await tealight.memory();
  const { url, mqttPort } = tealight;
  const seen = await attackers({
    target: { url, mqttPort },
    anonymousClients,
    seed,
    seconds,
    forbidden: victim.secrets,
  });
  const waits = victim.waits.map(({ ms }) => ms).toSorted((one, other) => one - other);
  const tooLong = victim.waits.filter(
    ({ ms, serverCpuMs }) => ms > WAIT_MS && (serverCpuMs > WAIT_MS || ms === Number.POSITIVE_INFINITY),
  );
  const lost = await victim.lost();
  await new Promise((resume) => setTimeout(resume, SETTLE_MS));
  const memory = { before, after: await tealight.memory() };
  const found = {
    requests: [...seen.statuses.values()].reduce((sum, number) => sum + number, 0),
    statuses: Object.fromEntries([...seen.statuses].sort(([one], [other]) => one - other)),
    waits: { calls: waits.length, p50: at(waits, 0.5), p99: at(waits, 0.99), longest: waits.at(-1) ?? 0 },
    memory,
    lampBreaks: victim.lampBreaks(),
    readings: lost,
  };
  const output = tealight.said();
  return {
    ...found,
    violations: violationsIn({
      ...found,
      seen,
      output,
      tooLong,
      alive: await tealight.alive(),
      secrets: victim.secrets,
    }),
  };
}

async function attackers(task: AttackersTask): Promise<Seen> {
  const thread = new Worker(new URL('attackers-thread.ts', import.meta.url), { workerData: task });
  const [seen] = (await once(thread, 'message')) as [Seen];
  await thread.terminate();
  return seen;
}

const at = (sorted: readonly number[], share: number): number =>
  sorted[Math.floor(sorted.length * share)] ?? 0;

type Found = Omit<Report, 'violations'> & {
  seen: Seen;
  tooLong: readonly Wait[];
  output: string;
  alive: boolean;
  secrets: readonly string[];
};

function violationsIn({
  seen,
  output,
  alive,
  secrets,
  tooLong,
  memory,
  lampBreaks,
  readings,
}: Found): string[] {
  const errors = output.split('\n').filter((line) => /^\{"level":(50|60)/.test(line));
  return [
    ...(alive ? [] : ['The server ended']),
    ...seen.faults,
    ...errors.slice(0, 10).map((line) => `logged: ${line.slice(0, 300)}`),
    ...(secrets.some((secret) => output.includes(secret)) ? ['A secret of the wearer is in the log'] : []),
    ...tooLong.map(
      ({ ms, serverCpuMs }) =>
        `The wearer waited ${Math.round(ms)} ms for an answer; the server computed ${Math.round(serverCpuMs)} ms`,
    ),
    ...(memory.after - memory.before > GROWTH_MB
      ? [`Memory grew from ${Math.round(memory.before)} to ${Math.round(memory.after)} MB`]
      : []),
    ...(lampBreaks > 0 ? [`The wearer's lamp lost its connection ${lampBreaks} times`] : []),
    ...(readings.missing + readings.doubled > 0 ? ['Readings of the wearer were lost or stored twice'] : []),
  ];
}
