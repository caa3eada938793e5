import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';

const main = fileURLToPath(new URL('./main.ts', import.meta.url));

const environment = { PATH: process.env.PATH, MQTT_PORT: '0', LOG_LEVEL: 'warn' };

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'tealight-main-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

async function launched(more: Record<string, string>) {
  const folder = await newFolder();
  const child: ChildProcess = spawn(process.execPath, [main], {
    env: { ...environment, DATA_DIR: folder, ...more },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const said: string[] = [];
  child.stdout?.on('data', (piece: Buffer) => said.push(String(piece)));
  child.stderr?.on('data', (piece: Buffer) => said.push(String(piece)));
  const ended = once(child, 'close').then(([code]) => code as number);
  return { child, ended, folder, said: () => said.join('') };
}

test('[OPS-3] an invalid environment exits with 2 and the names of the invalid variables', async () => {
  const { ended, said } = await launched({ PORT: 'eighty', DATABASE_URL: 'file:///etc/passwd' });
  expect(await ended).toBe(2);
  expect(said()).toMatch(/PORT must be[\s\S]+DATABASE_URL must be/);
  expect(said()).not.toMatch(/eighty|passwd|at .+:\d+/);
});

test('[OPS-1] a PORT in use exits with 2 and the name of the variable', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  onTestFinished(() => void other.close());
  const { ended, said } = await launched({ PORT: String((other.address() as AddressInfo).port) });
  expect(await ended).toBe(2);
  expect(said()).toMatch(/^PORT \d+ is taken/m);
});

test.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)(
  '[OPS-3] it prints its address, answers there, and %s stops it gracefully',
  async (signal) => {
    const { child, ended, said } = await launched({ PORT: '0' });
    const [{ url }] = (await once(child, 'message')) as [{ url: string }];
    await expect.poll(async () => (await fetch(`${url}/health/ready`)).status).toBe(200);
    expect(said()).toContain(url);
    child.kill(signal);
    expect(await ended).toBe(0);
  },
);

test('[OPS-3] SIGHUP, which comes several times when a terminal is closed, leaves no temporary folder', async () => {
  const temp = await newFolder();
  const { child, ended } = await launched({ PORT: '0', TMPDIR: temp });
  await once(child, 'message');
  const own = async () => (await readdir(temp)).filter((name) => name.startsWith('tealight-temp-'));
  expect(await own()).toHaveLength(1);
  for (let times = 0; times < 3; times += 1) child.kill('SIGHUP');
  expect(await ended).toBe(0);
  expect(await own()).toEqual([]);
});

const hasScript = process.platform === 'linux' && spawnSync('script', ['--version']).status === 0;

test.runIf(hasScript)(
  '[OPS-3] a server whose terminal is closed while it logs ends, although nothing can be written any more',
  async () => {
    const folder = await newFolder();
    const ended = join(folder, 'ended');
    const server = `timeout --signal=KILL 60 "${process.execPath}" "${main}"`;
    // The first wait ends with the signal.
    const command = `${server} & trap "kill -HUP $!" HUP; wait $!; wait $!; echo $? > "${ended}"`;
    const terminal = spawn('script', ['--quiet', '--flush', '--command', command, '/dev/null'], {
      env: {
        ...environment,
        DATA_DIR: join(folder, 'data'),
        PORT: '0',
        LOG_LEVEL: 'debug',
        SHELL: '/bin/sh',
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let said = '';
    terminal.stdout.on('data', (piece: Buffer) => {
      said += String(piece);
      // More is logged after this.
      if (said.includes('mqtt-listening')) terminal.kill('SIGKILL');
    });
    await expect.poll(() => readFile(ended, 'utf8').catch(() => '')).toBe('0\n');
  },
);

test('[OPS-3] a server whose log nobody reads any more goes on', async () => {
  const { child, ended } = await launched({ PORT: '0', LOG_LEVEL: 'debug' });
  const [{ url }] = (await once(child, 'message')) as [{ url: string }];
  child.stdout?.destroy();
  for (let times = 0; times < 5; times += 1) {
    await sleep(100);
    await expect.poll(async () => (await fetch(`${url}/health/ready`)).status).toBe(200);
  }
  child.kill('SIGTERM');
  expect(await ended).toBe(0);
});

test('[OPS-2] [OPS-3] an unreachable PostgreSQL is waited for, with one sentence without its address, until the process has to stop', async () => {
  const { child, ended, said } = await launched({
    DATABASE_URL: 'postgres://ada:hunter2@127.0.0.1:9/db',
    PORT: '0',
  });
  await expect.poll(said).toMatch(/cannot be used/);
  await sleep(2500);
  expect(child.exitCode).toBe(null);
  child.kill('SIGTERM');
  expect(await ended).toBe(0);
  expect(said()).toMatch(
    /^The PostgreSQL server of DATABASE_URL cannot be used \(ECONNREFUSED\)\. [^\n]+tries again until it works\n$/,
  );
  expect(said()).not.toMatch(/hunter2/);
});

test.each([
  { setting: 'HOST', environment: { HOST: '192.0.2.1', PORT: '0', SECRET_KEYS: 'k'.repeat(32) } },
  {
    setting: 'METRICS_HOST',
    environment: { PORT: '0', METRICS_PORT: '9', METRICS_HOST: '192.0.2.1' },
  },
])(
  '[OPS-3] an address in $setting that this machine does not have yet is waited for, with one sentence',
  async ({ setting, environment: given }) => {
    const { child, ended, said } = await launched(given);
    await expect.poll(said).toMatch(/no address/);
    await sleep(4500);
    expect(child.exitCode).toBe(null);
    child.kill('SIGTERM');
    expect(await ended).toBe(0);
    expect(said().trim()).toBe(
      `${setting} is no address of this machine. Tealight tries again until it works`,
    );
  },
);

test('[OPS-2] a second process on the data folder exits with 2 and the process id of the first, also after one was killed', async () => {
  const first = await launched({ PORT: '0' });
  await once(first.child, 'message');
  const second = await launched({ PORT: '0', DATA_DIR: first.folder });
  expect(await second.ended).toBe(2);
  expect(second.said()).toContain(`Another Tealight (process ${first.child.pid} on `);
  first.child.kill('SIGKILL');
  await first.ended;
  const third = await launched({ PORT: '0', DATA_DIR: first.folder });
  const [{ url }] = (await once(third.child, 'message')) as [{ url: string }];
  await expect.poll(async () => (await fetch(`${url}/health/ready`)).status).toBe(200);
});
