import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from './free-port.ts';

/** A Mosquitto for one test, which can be stopped and frozen. */
export type OwnBroker = AsyncDisposable & {
  port: number;
  url: string;
  stop(): Promise<void>;
  /** Starts it again on the same port, without its messages. */
  start(): Promise<void>;
  /** Stops the process (SIGSTOP): its sockets stay open and send nothing. */
  freeze(): void;
  thaw(): void;
};

/** Whether Mosquitto is installed here. */
export function hasMosquitto(): boolean {
  try {
    execFileSync('mosquitto', ['-h'], { stdio: 'ignore', env: environment });
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ENOENT';
  }
}

// Debian installs it where only the PATH of root finds it.
const environment = { ...process.env, PATH: `${process.env.PATH}:/usr/sbin:/usr/local/sbin` };

export async function ownBroker(): Promise<OwnBroker> {
  const port = await freePort();
  const folder = await mkdtemp(join(tmpdir(), 'tealight-broker-'));
  const file = join(folder, 'mosquitto.conf');
  await writeFile(file, `listener ${port} 127.0.0.1\nallow_anonymous true\npersistence false\n`);
  let child: ChildProcess;
  const start = async () => {
    child = spawn('mosquitto', ['-c', file], { stdio: 'ignore', env: environment });
    while (!(await answers(port))) await pause(50);
  };
  const stop = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const gone = once(child, 'exit');
    child.kill('SIGKILL');
    await gone;
  };
  await start();
  return {
    port,
    url: `mqtt://127.0.0.1:${port}`,
    start,
    stop,
    freeze: () => void child.kill('SIGSTOP'),
    thaw: () => void child.kill('SIGCONT'),
    async [Symbol.asyncDispose]() {
      await stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function answers(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  return new Promise((resolve) => {
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
  }).finally(() => socket.destroy()) as Promise<boolean>;
}
