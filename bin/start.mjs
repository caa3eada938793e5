// A complete Tealight. In the trial mode (loopback, embedded store) a simulated Nightscout site is there to try it;
// with --demo every vendor is simulated and an account with a history is ready.
import { createInterface } from 'node:readline';
import { buildWeb, environment, install, launch } from './setup.mjs';

install();
buildWeb();

const demo = process.argv.includes('--demo');
const { DATABASE_URL, HOST = '127.0.0.1', OUTSIDE_PORT } = environment;
const loopback = /^(127\.|::1$|localhost$)/.test(HOST);
const trial = loopback && !DATABASE_URL;

const children = [];
let stopping = false;

function stop(code = 0) {
  if (stopping) return;
  stopping = true;
  process.exitCode = code;
  for (const child of children) child.kill();
}

/** The simulated vendors, in a process that ends with this one. Says how to sign in to each. */
function outside(port) {
  const only = demo ? [] : ['--only', 'nightscout'];
  const args = ['outside/upstream/main.ts', '--tied', '--port', String(port), ...only];
  const child = launch('node', args, { stdio: ['pipe', 'pipe', 'inherit'] });
  children.push(child);
  return new Promise((resolve) => {
    createInterface({ input: child.stdout }).once('line', (line) => resolve(JSON.parse(line)));
    child.once('exit', () => resolve(null));
  });
}

function server(more = {}) {
  const child = launch('node', ['server/src/main.ts'], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    env: { ...environment, ...more },
    shell: false,
  });
  children.push(child);
  child.once('exit', (code) => stop(code ?? 1));
  return new Promise((resolve) => {
    child.once('message', resolve);
  });
}

for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => stop());

if (demo) {
  const { startDemo } = await import('../outside/demo/start.mjs');
  await startDemo({ outside, server });
} else {
  const { url } = await server();
  if (trial) {
    const vendors = await outside(OUTSIDE_PORT ?? Number(new URL(url).port) + 1).then(
      (told) => told ?? outside(0),
    );
    const { endpoint, apiSecret } = vendors.nightscout;
    console.log(`
  No sensor at hand? Connect this simulated Nightscout site:
    Endpoint    ${endpoint}
    Api Secret  ${apiSecret}
`);
  }
}
