import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { freePort } from '../free-port.ts';
import type { Certificate } from './authority.ts';

const shipped = (name: string) =>
  readFileSync(fileURLToPath(new URL(`../../../deploy/proxies/${name}`, import.meta.url)), 'utf8');

export const has = (program: string) => spawnSync(program, ['-v']).error === undefined;

/** What a proxy is started with: a folder of its own, the addresses of the nodes (`127.0.0.1:3000`), a certificate. */
export type ProxyOptions = {
  folder: string;
  nodes: readonly string[];
  certificate: Certificate;
  /** Replacements in the shipped file, each of text that occurs in it. */
  changes?: readonly [string, string][];
};

export type ReverseProxy = AsyncDisposable & {
  /** With https. */
  url: string;
  /** The same without TLS. */
  plainUrl: string;
  restart(): Promise<void>;
  /** All that it has logged. */
  log(): string;
};

/** Replaces each text; one that is not there is an error, so that the shipped file and the tests stay the same. */
function changed(text: string, changes: readonly (readonly [string, string])[]): string {
  return changes.reduce((result, [from, to]) => {
    if (!result.includes(from)) throw new Error(`The shipped file has no ${from}`);
    return result.replaceAll(from, to);
  }, text);
}

/** nginx as Debian has it, with the shipped file: only names, addresses and paths are replaced. */
export async function nginx({
  folder,
  nodes,
  certificate,
  changes = [],
}: ProxyOptions): Promise<ReverseProxy> {
  const [port, plainPort] = [await freePort(), await freePort()];
  mkdirSync(folder, { recursive: true });
  const server = 'server 127.0.0.1:3000 max_fails=1 fail_timeout=2s;';
  const site = changed(shipped('nginx.conf'), [
    ['    listen [::]:80;\n', ''],
    ['    listen [::]:443 ssl http2;\n', ''],
    ['listen 80;', `listen 127.0.0.1:${plainPort};`],
    ['listen 443 ssl', `listen 127.0.0.1:${port} ssl`],
    ['/etc/letsencrypt/live/tealight.example.org/fullchain.pem', certificate.cert],
    ['/etc/letsencrypt/live/tealight.example.org/privkey.pem', certificate.key],
    ['https://tealight.example.org$', `https://localhost:${port}$`],
    ['server_name tealight.example.org', 'server_name localhost'],
    ['/var/log/nginx', folder],
    [server, nodes.map((node) => server.replace('127.0.0.1:3000', node)).join(' ')],
    ...changes,
  ]);
  writeFileSync(join(folder, 'site.conf'), site);
  const temp = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  const main = [
    // As root, nginx would change to a user who may not write into this folder.
    process.getuid?.() === 0 ? 'user root;' : '',
    'daemon off; worker_processes 1; worker_shutdown_timeout 1s;',
    `pid ${folder}/nginx.pid; error_log ${folder}/main.log;`,
    'events { worker_connections 1024; }',
    `http { ${temp.map((name) => `${name}_temp_path ${folder}/${name};`).join(' ')} include site.conf; }`,
  ];
  writeFileSync(join(folder, 'nginx.conf'), main.join('\n'));
  const logs = ['tealight.log', 'tealight-error.log', 'main.log'].map((name) => join(folder, name));
  const log = () => logs.map((file) => (existsSync(file) ? readFileSync(file, 'utf8') : '')).join('');
  const args = ['-p', folder, '-c', join(folder, 'nginx.conf'), '-e', join(folder, 'main.log')];
  return running({ port, plainPort, log }, () => spawn('nginx', args, { stdio: 'ignore' }));
}

/** Caddy as Debian has it, likewise. */
export async function caddy({
  folder,
  nodes,
  certificate,
  changes = [],
}: ProxyOptions): Promise<ReverseProxy> {
  const [port, plainPort] = [await freePort(), await freePort()];
  mkdirSync(folder, { recursive: true });
  const { cert, key } = certificate;
  const text = changed(shipped('Caddyfile'), [
    // So that a test does not wait longer for nodes that have gone.
    ['lb_try_duration 5s', 'lb_try_duration 2s'],
    ['\tgrace_period 3s\n', `\tadmin off\n\thttp_port ${plainPort}\n\tgrace_period 1s\n`],
    [
      '# For a certificate of your own: tls /etc/tealight/fullchain.pem /etc/tealight/privkey.pem',
      `tls ${cert} ${key}`,
    ],
    ...changes,
  ]);
  const file = join(folder, 'Caddyfile');
  writeFileSync(file, text);
  const env = {
    PATH: process.env.PATH,
    HOME: folder,
    XDG_DATA_HOME: folder,
    XDG_CONFIG_HOME: folder,
    PUBLIC_URL: `https://localhost:${port}`,
    UPSTREAMS: nodes.join(' '),
  };
  let output = '';
  return running({ port, plainPort, log: () => output }, () => {
    const child = spawn('caddy', ['run', '--config', file, '--adapter', 'caddyfile'], {
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on('data', (piece) => {
        output += String(piece);
      });
    }
    return child;
  });
}

/** Of 50 ms: a busy machine takes a while. One that has ended is noticed at once. */
const TRIES = 1000;

async function running(
  { port, plainPort, log }: { port: number; plainPort: number; log: () => string },
  start: () => ChildProcess,
): Promise<ReverseProxy> {
  const plainUrl = `http://127.0.0.1:${plainPort}`;
  const begin = async () => {
    const child = start();
    for (let count = 0; count < TRIES; count += 1) {
      const answers = await fetch(plainUrl, { redirect: 'manual' }).then(
        () => true,
        () => false,
      );
      if (answers) return child;
      if (child.exitCode !== null) break;
      await pause(50);
    }
    child.kill('SIGKILL');
    throw new Error(`The proxy did not start:\n${log()}`);
  };
  let child = await begin();
  const end = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const exited = once(child, 'exit');
    child.kill('SIGTERM');
    await exited;
  };
  return {
    url: `https://localhost:${port}`,
    plainUrl,
    log,
    async restart() {
      await end();
      child = await begin();
    },
    [Symbol.asyncDispose]: end,
  };
}
