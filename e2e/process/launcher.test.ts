import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { connectCalls } from '@tealight/contract';
import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { familyOf } from '../../bench/support/processes.ts';
import { networkAddress } from '../../server/src/process/network-address.ts';
import { connectedWearer, send } from '../../simulators/fixtures/wearer.ts';
import { freePort } from '../support/free-port.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const script = (file: string) => import(join(root, 'scripts', file));
/** The time that the launcher promises, and what a slow machine may add. */
const ENDS_WITHIN_MS = 9000 + 6000;
const STARTS_WITHIN_MS = 60_000;

// The launcher would build first, which other tests wait for as well.
beforeAll(async () => (await script('setup.mjs')).buildWeb());

async function isRunning(pid: number): Promise<boolean> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => ' Z');
  return stat.slice(stat.lastIndexOf(')') + 1).trim()[0] !== 'Z';
}

/** Free ports and a data folder of its own. */
async function freshEnvironment() {
  return {
    DATA_DIR: await mkdtemp(join(tmpdir(), 'tealight-launcher-')),
    PORT: String(await freePort()),
    SIMULATOR_PORT: String(await freePort()),
    MQTT_PORT: String(await freePort()),
  };
}

async function launched(command: string[], again?: Awaited<ReturnType<typeof freshEnvironment>>) {
  const environment = again ?? (await freshEnvironment());
  const { DATA_DIR: dataDir, PORT: port } = environment;
  const [program = '', ...args] = command;
  const child: ChildProcess = spawn(program, args, {
    cwd: root,
    detached: true,
    env: { PATH: process.env.PATH, HOME: process.env.HOME, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (piece) => {
      output += String(piece);
    });
  }
  const exited = once(child, 'exit') as Promise<[number | null, NodeJS.Signals | null]>;
  let family: number[] = [];
  onTestFinished(async () => {
    for (const pid of [...family, ...familyOf(child.pid ?? 0)]) {
      if (await isRunning(pid)) process.kill(pid, 'SIGKILL');
    }
    await rm(dataDir, { recursive: true, force: true });
  });
  await vi.waitFor(() => expect(output).toContain('Api Secret'), {
    timeout: STARTS_WITHIN_MS,
    interval: 100,
  });
  family = familyOf(child.pid ?? 0);
  const server = async () => {
    for (const pid of familyOf(child.pid ?? 0)) {
      const line = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
      if (line.split('\0')[1] === 'server/src/main.ts') return pid;
    }
    return 0;
  };
  return {
    environment,
    pid: child.pid ?? 0,
    url: `http://127.0.0.1:${port}`,
    exited,
    server,
    said: () => output,
    allGone: () =>
      vi.waitFor(
        async () => {
          const running = await Promise.all(family.map(isRunning));
          expect(family.filter((_, index) => running[index])).toEqual([]);
        },
        { timeout: ENDS_WITHIN_MS, interval: 50 },
      ),
  };
}

const start = ['node', 'scripts/start.mjs'];
const within = <T>(promise: Promise<T>): Promise<T> =>
  Promise.race([
    promise,
    new Promise<never>((_, reject) => setTimeout(() => reject(new Error('It does not end')), ENDS_WITHIN_MS)),
  ]);

describe.runIf(process.platform === 'linux')('the launcher', () => {
  test.each([
    ['SIGTERM', 0],
    ['SIGKILL', 137],
  ] as const)(
    '[OPS-1] exits with its server after %s, with the code %i, and leaves no process behind',
    async (signal, code) => {
      const launcher = await launched(start);
      process.kill(await launcher.server(), signal);
      expect(await within(launcher.exited)).toEqual([code, null]);
      await launcher.allGone();
    },
  );

  test('[OPS-1] ends on Ctrl-C, which every process of the group receives, and leaves no process behind', async () => {
    const launcher = await launched(['npm', 'start']);
    process.kill(-launcher.pid, 'SIGINT');
    await within(launcher.exited);
    await launcher.allGone();
    expect(launcher.said()).not.toMatch(/^\s+at |Error/m);
  });

  test('[OPS-1] says in sentences that the port of the simulated site is in use, and starts it on another', async () => {
    const environment = await freshEnvironment();
    const other = createServer().listen(Number(environment.SIMULATOR_PORT), '127.0.0.1');
    await once(other, 'listening');
    onTestFinished(() => void other.close());
    const launcher = await launched(start, environment);
    expect(launcher.said()).toContain(`Port ${environment.SIMULATOR_PORT} is in use by another program`);
    expect(launcher.said()).not.toMatch(/^\s+at |Error/m);
    const [, endpoint = ''] = /Endpoint\s+(\S+)/.exec(launcher.said()) ?? [];
    expect(new URL(endpoint).port).not.toBe(environment.SIMULATOR_PORT);
    const [, apiSecret = ''] = /Api Secret\s+(\S+)/.exec(launcher.said()) ?? [];
    await connectedWearer(launcher.url, { endpoint, apiSecret });
    process.kill(launcher.pid, 'SIGTERM');
    await within(launcher.exited);
    await launcher.allGone();
  });

  test('[DEV-3] [SRC-5] with --lan prints the address for other devices, and its simulated site can be connected', async () => {
    const launcher = await launched([...start, '--lan']);
    const { port } = new URL(launcher.url);
    const [, shown] = /Tealight {2}(http:\/\/\S+)/.exec(launcher.said()) ?? [];
    const expected = networkAddress() ?? 'localhost';
    expect(shown).toBe(`http://${expected}:${port}`);
    expect(launcher.said()).toContain(`Mails     http://localhost:${port}/outbox`);
    const [, endpoint = ''] = /Endpoint\s+(\S+)/.exec(launcher.said()) ?? [];
    const [, apiSecret = ''] = /Api Secret\s+(\S+)/.exec(launcher.said()) ?? [];
    const { token } = await connectedWearer(launcher.url, { endpoint, apiSecret });
    const refused = send(
      launcher.url + connectCalls.nightScout.path,
      { endpoint: `http://127.0.0.1:${port}`, apiSecret },
      token,
    );
    await expect(refused).rejects.toThrow('refused-address');
    process.kill(launcher.pid, 'SIGTERM');
    await within(launcher.exited);
    await launcher.allGone();
  });

  test('[OPS-1] its simulated site keeps its address and its secret across restarts', async () => {
    const siteOf = (said: string) => said.match(/(Endpoint|Api Secret)\s+\S+/g);
    const first = await launched(start);
    process.kill(first.pid, 'SIGTERM');
    await within(first.exited);
    const second = await launched(start, first.environment);
    expect(siteOf(second.said())).toHaveLength(2);
    expect(siteOf(second.said())).toEqual(siteOf(first.said()));
    process.kill(second.pid, 'SIGTERM');
    await within(second.exited);
  });

  test('[OPS-1] when it is killed, all of its processes end', async () => {
    const launcher = await launched(start);
    process.kill(launcher.pid, 'SIGKILL');
    await launcher.allGone();
  });

  test('[OPS-3] offers the simulated site also after a server that crashed before it listened', async () => {
    const environment = await freshEnvironment();
    const crashing = {
      NODE_OPTIONS: `--import ${join(root, 'e2e/support/crash-once.mjs')}`,
      CRASHED: join(environment.DATA_DIR, 'crashed'),
    };
    const launcher = await launched([...start, '--watchdog'], { ...environment, ...crashing });
    expect(launcher.said()).toContain('Tealight has crashed (code 1). It starts again in 1 s');
    process.kill(launcher.pid, 'SIGTERM');
    expect(await within(launcher.exited)).toEqual([0, null]);
    await launcher.allGone();
  });

  test('[OPS-3] restarts a killed server if configured to, and reports it', async () => {
    const launcher = await launched([...start, '--watchdog']);
    const first = await launcher.server();
    process.kill(first, 'SIGKILL');
    await vi.waitFor(async () => expect((await fetch(`${launcher.url}/health/ready`)).status).toBe(200), {
      timeout: STARTS_WITHIN_MS,
      interval: 20,
    });
    expect(await launcher.server()).not.toBe(first);
    expect(launcher.said()).toContain('It starts again in 1 s');
    process.kill(launcher.pid, 'SIGTERM');
    expect(await within(launcher.exited)).toEqual([0, null]);
    await launcher.allGone();
  });
});

describe('the watchdog', () => {
  test('[OPS-3] waits twice as long after each crash, and gives up after ten in ten minutes', async () => {
    const { crashed } = (await script('watchdog.mjs')).openWatchdog();
    const waits = Array.from({ length: 10 }, (_, index) => crashed(index * 1000));
    expect(waits).toEqual([1000, 2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000, 60_000, null]);
  });

  test('[OPS-3] forgets crashes after ten minutes', async () => {
    const { crashed } = (await script('watchdog.mjs')).openWatchdog();
    expect([0, 1, 600_000].map((at) => crashed(at))).toEqual([1000, 2000, 2000]);
    expect(crashed(1_300_000)).toBe(1000);
  });
});
