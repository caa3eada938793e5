import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** A program of this codebase in a separate process. */
export type Launched = AsyncDisposable & { child: ChildProcess; url: string; readyMs: number };

/** Starts a program that sends `{ url }` once it listens. */
export async function launch(
  file: string,
  { env = {}, args = [] }: { env?: Record<string, string>; args?: string[] } = {},
): Promise<Launched> {
  const begun = performance.now();
  const child = spawn(process.execPath, [join(root, file), ...args], {
    cwd: root,
    // As in `npm start`: compiled code is cached between starts.
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: join(root, 'node_modules', '.cache', 'compiled'),
      ...env,
    },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const [{ url }] = (await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(() => Promise.reject(new Error(`${file} ended before it listened`))),
  ])) as [{ url: string }];
  const readyMs = performance.now() - begun;
  return {
    child,
    url,
    readyMs,
    async [Symbol.asyncDispose]() {
      if (child.exitCode !== null) return;
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  };
}

/** A Tealight with its own empty data folder, no limits and quiet logs. */
export async function launchTealight(
  env: Record<string, string> = {},
): Promise<Launched & { folder: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'tealight-bench-'));
  const usual = { PORT: '0', MQTT_PORT: '0', DATA_DIR: folder, RATE_LIMITS: 'off', LOG_LEVEL: 'warn' };
  const launched = await launch('server/src/main.ts', { env: { ...usual, ...env } });
  return {
    ...launched,
    folder,
    async [Symbol.asyncDispose]() {
      await launched[Symbol.asyncDispose]();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Resident memory of the process in megabytes (Linux). */
export function memoryOf({ child }: Launched): number {
  const status = readFileSync(`/proc/${child.pid}/status`, 'utf8');
  return Number(status.match(/VmRSS:\s+(\d+) kB/)?.[1]) / 1000;
}
