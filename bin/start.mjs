// A complete Tealight. In the trial mode (loopback, embedded store) a simulated Nightscout site is there to try it;
// with --demo every vendor is simulated and an account with ninety days behind it is ready. A demo leaves nothing.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { buildWeb, environment, install, launch } from './setup.mjs';

install();
buildWeb();

const demo = process.argv.includes('--demo');
const { DATABASE_URL, HOST = '127.0.0.1', OUTSIDE_PORT } = environment;
const trial = /^(127\.|::1$|localhost$)/.test(HOST) && !DATABASE_URL;
const children = new Set();
let stopping = false;

function stop(code = 0) {
  if (stopping) return;
  stopping = true;
  process.exitCode = code;
  for (const child of children) child.kill();
}
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => stop());

/** Starts one of ours; it ends with this process. */
function begin(args, more) {
  const child = launch('node', args, { shell: false, ...more });
  children.add(child);
  child.once('exit', () => children.delete(child));
  return child;
}

/** The first line a process says, as JSON; null when it ends without a word. */
function firstWord(child) {
  return new Promise((resolve) => {
    createInterface({ input: child.stdout }).once('line', (line) => resolve(JSON.parse(line)));
    child.once('exit', () => resolve(null));
  });
}

/** The simulated vendors. Says how to sign in to each. */
async function outside(port, only = []) {
  const args = ['outside/upstream/main.ts', '--tied', '--port', String(port), ...only];
  return firstWord(begin(args, { stdio: ['pipe', 'pipe', 'inherit'] }));
}

/** The server; resolves once it listens. When it ends, so does everything. */
function server(more = {}) {
  const stdio = ['ignore', 'inherit', 'inherit', 'ipc'];
  const child = begin(['server/src/main.ts'], { stdio, env: { ...environment, ...more } });
  child.once('exit', (code) => stop(code ?? 1));
  return new Promise((resolve) => child.once('message', resolve));
}

async function startTrial() {
  const { url } = await server();
  if (!trial) return;
  const only = ['--only', 'nightscout'];
  const vendors =
    (await outside(OUTSIDE_PORT ?? Number(new URL(url).port) + 1, only)) ?? (await outside(0, only));
  const { endpoint, apiSecret } = vendors.nightscout;
  console.log('  No sensor at hand? Connect this simulated Nightscout site:');
  console.log(`    Endpoint    ${endpoint}\n    Api Secret  ${apiSecret}\n`);
}

async function startDemo() {
  const folder = mkdtempSync(join(tmpdir(), 'tealight-demo-'));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  const { nightscout, dexcomShare, dexcomApi, libre, careLink } = await outside(OUTSIDE_PORT ?? 0);
  const { url } = await server({
    DATA_DIR: folder,
    LOG_LEVEL: environment.LOG_LEVEL ?? 'warn',
    DEXCOM_SHARE_US_URL: dexcomShare.us,
    DEXCOM_SHARE_OUS_URL: dexcomShare.ous,
    DEXCOM_SHARE_JP_URL: dexcomShare.jp,
    DEXCOM_API_URL: dexcomApi.base,
    DEXCOM_CLIENT_ID: dexcomApi.clientId,
    DEXCOM_CLIENT_SECRET: dexcomApi.clientSecret,
    LIBRELINKUP_URL: libre.base,
    ...(careLink && { CARELINK_URL: careLink.base }),
  });
  const args = ['outside/demo/main.ts', url, nightscout.endpoint, nightscout.apiSecret];
  const { email, password, code } = await firstWord(begin(args, { stdio: ['ignore', 'pipe', 'inherit'] }));
  console.log(`  A demo: every vendor is simulated, and nothing is kept when it ends.\n
  Sign in   ${url}/login
    Email       ${email}
    Password    ${password}
  A lamp    ${url}/lamp#${code}

  Connect other sources as you like:
    Dexcom          ${dexcomShare.username}  ${dexcomShare.password}
    FreeStyle Libre ${libre.email}  ${libre.password}
    Nightscout      ${nightscout.endpoint}  ${nightscout.apiSecret}${
      careLink ? `\n    Medtronic       ${careLink.username}  ${careLink.password}` : ''
    }\n`);
}

await (demo ? startDemo() : startTrial());
