import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { WebSocket } from 'ws';
import { cpuOfAll, familyOf } from '../../bench/support/processes.ts';
import { freePort } from '../support/free-port.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
/** It may have to install the packages first. */
const START_MS = 5 * 60_000;
/** A process that has not exited by then is killed. */
const END_MS = 10_000;
/** The heap of a small machine, in MB. */
const HEAP_MB = 512;

/** The processes of `npm start`, as a new user runs it. */
export type Started = AsyncDisposable & {
  url: string;
  mqttPort: number;
  dataDir: string;
  /** Its output so far. */
  said: () => string;
  /** Whether the server that was started first still runs. */
  alive: () => Promise<boolean>;
  /** Memory of the server after a garbage collection, in MB: heap and buffers. */
  memory: () => Promise<number>;
  /** CPU time that the server has used so far, in ms. */
  cpu: () => number;
};

/** Starts Tealight by `npm start`, with its own data and a heap of 512 MB. */
export async function npmStart(environment: Record<string, string>): Promise<Started> {
  const dataDir = await mkdtemp(join(tmpdir(), 'tealight-attack-'));
  const [port, mqttPort] = [await freePort(), await freePort()];
  const child = spawn('npm', ['start'], {
    cwd: root,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      NODE_OPTIONS: `--max-old-space-size=${HEAP_MB} --inspect-port=0`,
      PORT: String(port),
      MQTT_PORT: String(mqttPort),
      DATA_DIR: dataDir,
      SIMULATOR_PORT: '0',
      LOG_LEVEL: 'info',
      ...environment,
    },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  await until(
    () => /Tealight {2}http/.test(output),
    START_MS,
    () => output,
  );
  const server = await serverOf(child);
  const inspector = openInspector(server, () => output);
  return {
    url: `http://127.0.0.1:${port}`,
    mqttPort,
    dataDir,
    said: () => output,
    alive: async () => (await commandOf(server)).includes('server/src/main.ts'),
    memory: inspector.memory,
    cpu: () => cpuOfAll([server]),
    async [Symbol.asyncDispose]() {
      inspector.close();
      const gone = once(child, 'exit');
      // As Ctrl-C does: the whole group.
      if (child.exitCode === null && child.pid !== undefined) process.kill(-child.pid, 'SIGINT');
      const killer = setTimeout(() => process.kill(-(child.pid ?? 0), 'SIGKILL'), END_MS);
      if (child.exitCode === null && child.signalCode === null) await gone;
      clearTimeout(killer);
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

const commandOf = (pid: number) =>
  readFile(`/proc/${pid}/cmdline`, 'utf8').then(
    (text) => text.replaceAll('\0', ' '),
    () => '',
  );

/** The server among the processes that the launcher has started. */
async function serverOf({ pid = 0 }: ChildProcess): Promise<number> {
  for (const one of familyOf(pid)) {
    if (/node .*server\/src\/main\.ts/.test(await commandOf(one))) return one;
  }
  throw new Error('The launcher has started no server');
}

export async function until(
  holds: () => boolean | Promise<boolean>,
  ms: number,
  about = () => '',
): Promise<void> {
  for (const end = Date.now() + ms; Date.now() < end; ) {
    if (await holds()) return;
    await new Promise((resume) => setTimeout(resume, 50));
  }
  throw new Error(`It did not happen within ${ms} ms\n${about()}`);
}

/** Queries the running server through Node's inspector, which a signal opens on loopback. */
function openInspector(pid: number, said: () => string) {
  let socket: WebSocket | null = null;
  const connected = async (): Promise<WebSocket> => {
    if (socket !== null) return socket;
    process.kill(pid, 'SIGUSR1');
    const address = () => /Debugger listening on (ws:\S+)/.exec(said())?.[1];
    await until(() => address() !== undefined, 5000);
    socket = new WebSocket(address() ?? '');
    await once(socket, 'open');
    return socket;
  };
  const ask = async (id: number, method: string, params: object = {}): Promise<Record<string, unknown>> => {
    const asked = await connected();
    asked.send(JSON.stringify({ id, method, params }));
    for (;;) {
      const [data] = (await once(asked, 'message')) as [Buffer];
      const answer = JSON.parse(String(data)) as { id?: number; result: Record<string, unknown> };
      if (answer.id === id) return answer.result;
    }
  };
  return {
    async memory(): Promise<number> {
      await ask(1, 'HeapProfiler.collectGarbage');
      const expression = '(({heapUsed, external}) => (heapUsed + external) / 2 ** 20)(process.memoryUsage())';
      const { result } = await ask(2, 'Runtime.evaluate', { expression });
      return (result as { value: number }).value;
    },
    close: () => socket?.close(),
  };
}
