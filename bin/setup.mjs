// What every command needs first: the packages, and Node 24 (which comes with them) in front of the machine's own.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('..', import.meta.url));
const windows = process.platform === 'win32';
const bins = join(root, 'node_modules', '.bin');

/** The environment of every program started from here: our own Node and tools first, compiled code kept between starts. */
export const environment = {
  NODE_COMPILE_CACHE: join(root, 'node_modules', '.cache', 'compiled'),
  ...process.env,
  PATH: `${bins}${delimiter}${process.env.PATH ?? ''}`,
};

/** Runs a program to its end; exits with its status when it fails. */
export function run(program, args, more = {}) {
  const { status } = spawnSync(program, args, {
    cwd: root,
    env: environment,
    stdio: 'inherit',
    shell: windows,
    ...more,
  });
  if (status !== 0) process.exit(status ?? 1);
}

/** Starts a program and leaves it running. */
export function launch(program, args, more = {}) {
  return spawn(program, args, { cwd: root, env: environment, stdio: 'inherit', shell: windows, ...more });
}

/** Installs the packages when they are missing or older than the lockfile. */
export function install() {
  const lock = join(root, 'package-lock.json');
  const done = join(root, 'node_modules', '.package-lock.json');
  if (existsSync(done) && existsSync(bins) && statSync(done).mtimeMs >= statSync(lock).mtimeMs) return;
  console.log('Installing what Tealight needs (once, about a minute) …');
  run('npm', ['install', '--no-audit', '--no-fund', '--loglevel=error'], { env: process.env });
  utimesSync(done, new Date(), new Date());
}

const sources = [
  'web/src',
  'web/public',
  'web/index.html',
  'web/vite.config.ts',
  'contract/src',
  'glucose/src',
  'package-lock.json',
];

function newest(path) {
  if (!existsSync(path)) return 0;
  const { mtimeMs } = statSync(path);
  if (!statSync(path).isDirectory()) return mtimeMs;
  return readdirSync(path).reduce((latest, name) => Math.max(latest, newest(join(path, name))), mtimeMs);
}

/** Builds the web app when its sources are newer than the last build. */
export function buildWeb() {
  const stamp = join(root, 'web', 'dist', '.built-from');
  const state = String(sources.reduce((latest, path) => Math.max(latest, newest(join(root, path))), 0));
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === state) return;
  console.log('Building the web app …');
  run('vite', ['build', '--logLevel', 'warn'], { cwd: join(root, 'web') });
  writeFileSync(stamp, state);
}
