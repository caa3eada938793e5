// A complete Tealight. While it is private and embedded a simulated Nightscout site is there to try it (TRIAL_SOURCE);
// with --demo every vendor is simulated and an account with ninety days of readings is ready. A demo stores nothing.
// With --lan other devices in the network can reach it; the simulated site and the outbox page stay open to people at
// this computer, although a public server has them only when they are named. With --watchdog a crashed server is
// started again.
import { mkdtempSync, rmSync } from 'node:fs';
import { constants, tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { buildWeb, environment, install, launch } from './setup.mjs';
import { openWatchdog } from './watchdog.mjs';

install();
buildWeb();

const demo = process.argv.includes('--demo');
const { SIMULATOR_PORT } = environment;
const watchdog = process.argv.includes('--watchdog') ? openWatchdog() : null;
/** Processes that still run this long after SIGTERM are killed. */
const STOP_WITHIN_MS = 8500;
/** The server's exit code for errors that another start cannot fix: an invalid environment. */
const WRONG_ENVIRONMENT = 2;

const children = new Set();
let stopping = false;
let exitCode = 0;

/** Stops every process of ours, and ends with them. */
function stop() {
  if (stopping) return;
  stopping = true;
  for (const child of children) child.kill();
  setTimeout(finish, STOP_WITHIN_MS);
  if (children.size === 0) finish();
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, stop);

function finish() {
  for (const child of children) child.kill('SIGKILL');
  process.exit(exitCode);
}

/** Starts a process of ours; it ends with this process. */
function begin(args, more) {
  const child = launch('node', args, { shell: false, ...more });
  children.add(child);
  child.once('exit', () => {
    children.delete(child);
    if (stopping && children.size === 0) finish();
  });
  return child;
}

/** The first line of a process's output, as JSON; null when it ends without one. */
function firstWord(child) {
  return new Promise((resolve) => {
    createInterface({ input: child.stdout }).once('line', (line) => resolve(JSON.parse(line)));
    child.once('exit', () => resolve(null));
  });
}

/** Starts the simulated vendors. Returns how to sign in to each. */
async function startSimulators(port, only = []) {
  const args = ['simulators/main.ts', '--tied', '--port', String(port), ...only];
  return firstWord(begin(args, { stdio: ['pipe', 'pipe', 'inherit'] }));
}

/** The server; resolves once it listens. When it ends, so does everything, unless the watchdog starts it again. */
function server(more = {}) {
  return new Promise((listens) => beginServer(more, listens));
}

function beginServer(more, listens) {
  const stdio = ['ignore', 'inherit', 'inherit', 'ipc'];
  const child = begin(['server/src/main.ts'], { stdio, env: { ...environment, ...more } });
  child.once('message', listens);
  child.prependOnceListener('exit', (code, signal) =>
    ended(code ?? 128 + constants.signals[signal], () => beginServer(more, listens)),
  );
}

function ended(code, startAgain) {
  exitCode = code;
  if (stopping) return;
  const crashed = watchdog !== null && code !== 0 && code !== WRONG_ENVIRONMENT;
  if (!crashed) return stop();
  const waitMs = watchdog.crashed(performance.now());
  if (waitMs === null) {
    console.error('Tealight has crashed ten times in ten minutes and is not started again.');
    exitCode = 1;
    return stop();
  }
  console.error(`Tealight has crashed (code ${code}). It starts again in ${waitMs / 1000} s.`);
  setTimeout(() => {
    if (!stopping) startAgain();
  }, waitMs);
}

/** The simulated site, on the port after the server's where that is free. */
async function startTrialSite(serverPort) {
  // With the data of the wearers who connect it: they stay connected after a restart.
  const secrets = join(environment.DATA_DIR || './data', 'simulated-site.json');
  const only = ['--only', 'nightscout', '--secrets', secrets];
  const next = SIMULATOR_PORT ?? (serverPort === 0 ? 0 : serverPort + 1);
  const vendors = await startSimulators(next, only);
  if (vendors !== null || stopping) return vendors;
  console.error('The simulated site gets another port.');
  return startSimulators(0, only);
}

async function startTrial() {
  const { url, trialSource } = await server();
  if (trialSource) sayTrialSite(await startTrialSite(Number(new URL(url).port)));
}

/** For the network. The server may reach the simulated site at its port and no other private address. */
async function startForNetwork() {
  const { PORT, HOST, PUBLIC_URL, DATABASE_URL, TRIAL_SOURCE, OUTBOX_PAGE } = environment;
  const lan = { HOST: HOST || '0.0.0.0' };
  // Behind a proxy the mail page is named by the operator, or it is off.
  if (!PUBLIC_URL) lan.OUTBOX_PAGE = OUTBOX_PAGE || 'on';
  if (DATABASE_URL || (TRIAL_SOURCE && TRIAL_SOURCE !== 'on')) return void (await server(lan));
  const vendors = await startTrialSite(Number(PORT || 3000));
  if (vendors === null) return void (await server(lan));
  const { port } = new URL(vendors.nightscout.login.endpoint);
  await server({ ...lan, TRIAL_SOURCE: 'on', SIMULATOR_PORT: port });
  sayTrialSite(vendors);
}

function sayTrialSite(vendors) {
  if (vendors === null) return;
  const { endpoint, apiSecret } = vendors.nightscout.login;
  console.log('  No sensor at hand? Connect this simulated Nightscout site:');
  console.log(`    Endpoint    ${endpoint}\n    Api Secret  ${apiSecret}\n`);
}

async function startDemo() {
  const folder = mkdtempSync(join(tmpdir(), 'tealight-demo-'));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  const vendors = await startSimulators(SIMULATOR_PORT ?? 0);
  if (vendors === null) {
    // They have said why.
    exitCode = 1;
    return stop();
  }
  const { endpoint, apiSecret } = vendors.nightscout.login;
  const { url } = await server({
    DATA_DIR: folder,
    // The server knows this site as simulated: the page of alarms can let it report an urgent low.
    TRIAL_SOURCE: 'on',
    SIMULATOR_PORT: new URL(endpoint).port,
    // A demo has a known password, so it uses no real store, mail server or broker, whatever the environment says.
    DATABASE_URL: '',
    SMTP_URL: '',
    MQTT_URL: '',
    LOG_LEVEL: environment.LOG_LEVEL ?? 'warn',
    ...Object.assign({}, ...Object.values(vendors).map(({ environment: settings }) => settings)),
  });
  const args = ['simulators/demo.ts', url, endpoint, apiSecret];
  const account = await firstWord(begin(args, { stdio: ['ignore', 'pipe', 'inherit'] }));
  if (account === null) return;
  const { email, password, code } = account;
  console.log(`  A demo: every vendor is simulated, and nothing is kept when it ends.\n
  Sign in   ${url}/login
    Email       ${email}
    Password    ${password}
  A lamp    ${url}/lamp#${code}

  Connect other sources as you like:
${linesOf(vendors, 'login')}

  Send alarms to simulated services:
${linesOf(vendors, 'channel')}\n`);
}

/** One line for each simulator that has this: a login to connect it, or the address of a channel. */
function linesOf(vendors, what) {
  return Object.values(vendors)
    .flatMap((vendor) => vendor[what] ?? [])
    .map(({ label, ...typed }) => `    ${label.padEnd(15)} ${Object.values(typed).join('  ')}`)
    .join('\n');
}

if (demo) await startDemo();
else await (process.argv.includes('--lan') ? startForNetwork() : startTrial());
