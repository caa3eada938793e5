import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { freePort } from '../../support/free-port.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const START_TIMEOUT_MS = 120_000;

/** A running Tealight in a separate process, as `npm start` runs it. */
export type Tealight = {
  url: string;
  dataDir: string;
  /** Its output so far. */
  said: () => string;
  /** Kills the process: nothing is saved or closed. */
  kill: () => Promise<void>;
  /** Stops the process (SIGSTOP): its connections stay open and send nothing. */
  freeze: () => void;
  thaw: () => void;
  signal: (name: NodeJS.Signals) => void;
  /** Starts again on the same address and the same data. */
  restart: () => Promise<void>;
  /** Asks it to stop. Resolves with its exit code, or null when a signal ended it. */
  stop: () => Promise<number | null>;
};

/** What is started: the Node program, and the folder with the code. */
export type Program = { node: string; folder: string };

/** Starts a Tealight on a free port with its own data; `environment` adds to or replaces its variables. */
export async function startTealight(
  dataDir: string,
  environment: Record<string, string>,
  program: Program = { node: process.execPath, folder: root },
): Promise<Tealight> {
  const port = environment.PORT ?? String(await freePort());
  const env = { ...clean(process.env), LOG_LEVEL: 'info', ...environment, PORT: port, DATA_DIR: dataDir };
  let output = '';
  const begin = async () => {
    const started = run(program, env, (text) => {
      output += text;
    });
    await ready(started, () => output);
    return started;
  };
  let child = await begin();
  const end = async (signal: NodeJS.Signals) => {
    if (child.exitCode === null && child.signalCode === null) {
      const gone = once(child, 'exit');
      child.kill(signal);
      await gone;
    }
    return child.exitCode;
  };
  return {
    url: `http://127.0.0.1:${port}`,
    dataDir,
    said: () => output,
    kill: async () => void (await end('SIGKILL')),
    freeze: () => void child.kill('SIGSTOP'),
    thaw: () => void child.kill('SIGCONT'),
    signal: (name) => void child.kill(name),
    restart: async () => {
      child = await begin();
    },
    stop: () => end('SIGTERM'),
  };
}

function run({ node, folder }: Program, env: NodeJS.ProcessEnv, hear: (text: string) => void): ChildProcess {
  const child = spawn(node, ['server/src/main.ts'], {
    cwd: folder,
    env,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  child.stdout?.setEncoding('utf8').on('data', hear);
  child.stderr?.setEncoding('utf8').on('data', hear);
  return child;
}

/** The process sends a message once it listens. */
async function ready(child: ChildProcess, output: () => string): Promise<void> {
  const limit = AbortSignal.timeout(START_TIMEOUT_MS);
  const exited = once(child, 'exit', { signal: limit }).then(() => false);
  const started = once(child, 'message', { signal: limit }).then(() => true);
  if (!(await Promise.race([started, exited]))) throw new Error(`Tealight did not start:\n${output()}`);
  exited.catch(() => {});
}

/** Settings of this machine must not affect a test. */
function clean(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const ours =
    /^(PORT|HOST|PUBLIC_URL|DATA_DIR|DATABASE_URL|MQTT_|SMTP_|MAIL_|SECRET_|DEXCOM_|LIBRE|CARELINK|ROLES|LOG_)/;
  return Object.fromEntries(Object.entries(env).filter(([name]) => !ours.test(name)));
}
