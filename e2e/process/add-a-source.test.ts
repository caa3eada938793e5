import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { currentReadings, site } from '@tealight/contract';
import { expect, onTestFailed, onTestFinished, test } from 'vitest';
import { type Sample, samples } from '../../simulators/day.ts';
import { send, wearerOf } from '../../simulators/fixtures/wearer.ts';
import { startTealight } from '../browser/support/tealight.ts';
import { freePort } from '../support/free-port.ts';

const FIVE_MINUTES_MS = 5 * 60_000;
const DAY_MS = 24 * 60 * 60_000;

const root = fileURLToPath(new URL('../..', import.meta.url));

test('[SRC-1] a source that is added as the documentation says passes its tests, connects and sends a reading', async () => {
  const folder = await copyOfTree();
  await followPage(folder);
  const run = (program: string, ...args: string[]) =>
    execFileSync(process.execPath, [join(root, 'node_modules', program), ...args], {
      cwd: folder,
      encoding: 'utf8',
    });
  for (const name of ['sources', 'contract', 'simulators']) run('typescript/bin/tsc', '-p', name);
  const vitest = (...args: string[]) => run('vitest/vitest.mjs', 'run', '--project', 'node', ...args);
  vitest('sources/src/glucoport', 'sources/src/descriptors', 'sources/src/sources');
  vitest('docs.test', '--testNamePattern', 'the sources');

  const { glucoport } = await simulators(folder);
  const dataDir = await temporaryFolder('data');
  const settings = { MQTT_PORT: String(await freePort()), RATE_LIMITS: 'off', ...glucoport.environment };
  const tealight = await startTealight(dataDir, settings, { node: process.execPath, folder });
  onTestFinished(async () => void (await tealight.stop()));
  onTestFailed(() => console.error(tealight.said()));
  const offered = (await (await fetch(tealight.url + site.path)).json()) as { sources: string[] };
  expect(offered.sources).toContain('glucoport');

  const { token } = await wearerOf(tealight.url);
  const { email, password } = glucoport.login;
  const connect = (body: object) =>
    send(`${tealight.url}/api/v1/Sources/glucoport/authorization`, body, token);
  await expect(connect({ email, password: 'a wrong one' })).rejects.toThrow(
    'Glucoport did not accept this login',
  );
  expect(await connect({ email, password })).toEqual({ isSuccess: true });
  const headers = { authorization: `Bearer ${token}` };
  const reading = async () => {
    const answer = await fetch(tealight.url + currentReadings.path, { headers });
    return ((await answer.json()) as { data: { currentCgmReading: object | null } }).data.currentCgmReading;
  };
  await expect.poll(reading).toMatchObject({ value: expect.any(Number) });
}, 600_000);

async function temporaryFolder(name: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), `tealight-add-a-source-${name}-`));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** The files of the repository, with the installed packages as links; the packages of the codebase are the copied ones. */
async function copyOfTree(): Promise<string> {
  const folder = await temporaryFolder('tree');
  const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
  });
  for (const file of listed.trim().split('\n')) {
    await mkdir(dirname(join(folder, file)), { recursive: true });
    await cp(join(root, file), join(folder, file)).catch(ignoreMissing);
  }
  const packages = join(folder, 'node_modules');
  await mkdir(join(packages, '@tealight'), { recursive: true });
  for (const name of await readdir(join(root, 'node_modules')))
    if (name !== '@tealight') await symlink(join(root, 'node_modules', name), join(packages, name));
  for (const name of await readdir(join(root, 'node_modules/@tealight')))
    await symlink(join('../..', name), join(packages, '@tealight', name));
  // Tests list the files of the codebase with git.
  execFileSync('git', ['init', '--quiet'], { cwd: folder });
  return folder;
}

/** Deleted files are listed until the deletion is committed. */
function ignoreMissing(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOENT') throw error;
}

/** Writes every file that the page shows, and adds the lines that it adds. */
async function followPage(folder: string): Promise<void> {
  const page = await readFile(join(root, 'docs/add-a-source.md'), 'utf8');
  const blocks = [...page.matchAll(/^`([^`]+)`:\n\n```(\w+)\n([\s\S]*?\n)```$/gm)];
  expect(blocks.length).toBeGreaterThan(8);
  for (const [, file = '', language, text = ''] of blocks) {
    const path = join(folder, file);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, language === 'diff' ? changed(await readFile(path, 'utf8'), text) : text);
  }
}

/** Each added line is inserted after the line before it in the diff, which the file must contain. */
function changed(file: string, difference: string): string {
  const lines = file.split('\n');
  let at = -1;
  for (const line of difference.trimEnd().split('\n')) {
    const text = line.slice(1);
    if (line.startsWith('+')) lines.splice(++at, 0, text);
    else at = lines.indexOf(text, at + 1);
    if (at < 0) throw new Error(`No such line: ${text}`);
  }
  return lines.join('\n');
}

type Simulators = Record<'glucoport', { environment: Record<string, string>; login: Record<string, string> }>;

/** The simulator of the example, as `npm start -- --demo` runs it, but for its clock: its day is the longest there is. */
async function simulators(folder: string): Promise<Simulators> {
  const clock = `--import=data:text/javascript,Date.now=()=>${longestDayUntil(Date.now())}`;
  const args = [clock, 'simulators/main.ts', '--only', 'glucoport'];
  const child: ChildProcess = spawn(process.execPath, args, {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill());
  if (child.stdout === null) throw new Error('It has no output');
  const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
  return JSON.parse(line) as Simulators;
}

/** The newest moment until `now` (epoch ms) whose last 24 hours have one reading more than usual. */
function longestDayUntil(now: number): number {
  const life = { seed: 5 };
  const usual = DAY_MS / FIVE_MINUTES_MS;
  const isLong = ({ takenAt }: Sample) => samples(takenAt - DAY_MS, takenAt, life).length > usual;
  const last = samples(now - DAY_MS, now, life).findLast(isLong);
  if (last === undefined) throw new Error('No day has more readings than usual');
  return last.takenAt;
}
