import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { ImageSettings } from '../../../deploy/docker/dockerfile.ts';

/** Why no container can be run here; null if one can. */
export function whyNot(): string | null {
  if (process.platform !== 'linux') return 'it needs Linux';
  if (process.getuid?.() !== 0) return 'it needs root, to mount the root file system read-only';
  const mounts = 'mount -t tmpfs none /mnt && mount -t proc -o subset=pid proc /mnt';
  const { status } = spawnSync('unshare', ['--mount', '--pid', '--fork', 'sh', '-c', mounts]);
  return status === 0 ? null : 'this machine allows no mounts in a namespace';
}

export type Container = {
  /** Root file system. */
  root: string;
  /** The folder on this machine that is mounted at DATA_DIR; null: nothing is. */
  data: string | null;
  settings: ImageSettings;
  environment?: Record<string, string>;
};

export type RunningContainer = AsyncDisposable & {
  said(): string;
  /** Sends the image's stop signal. Resolves with the exit code. */
  stop(): Promise<number | null>;
  exited: Promise<number | null>;
};

const quoted = (path: string) => `'${path}'`;

/**
 * Runs a command of an image as an engine does with a read-only root, no capabilities and no new privileges: in own
 * namespaces of mounts and processes, as the image's user. Only /tmp and DATA_DIR can be written. The network is that
 * of this machine. Of /proc there are the processes alone, as under `ProcSubset=pid` of systemd.
 */
export function runContainer(
  { root, data, settings, environment = {} }: Container,
  command: readonly string[] = settings.command,
): RunningContainer {
  const { user, group, folder } = settings;
  const at = (path: string) => quoted(`${root}${path}`);
  const mounts = [
    `mount --bind ${at('')} ${at('')}`,
    `mount -o remount,bind,ro ${at('')}`,
    `mount -t tmpfs -o mode=1777 tmpfs ${at('/tmp')}`,
    `mount -t proc -o subset=pid proc ${at('/proc')}`,
    ...['null', 'urandom'].map((name) => `mount --bind /dev/${name} ${at(`/dev/${name}`)}`),
    ...(data === null
      ? []
      : [`mount --bind ${quoted(data)} ${at(settings.environment.DATA_DIR ?? '/data')}`]),
  ];
  const enter = [
    'exec setpriv --no-new-privs unshare',
    `--root=${at('')} --wd=${folder} --setgid ${group} --setuid ${user} -- "$@"`,
  ];
  const script = ['set -e', ...mounts, enter.join(' ')].join('\n');
  const env = {
    PATH: '/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin',
    ...settings.environment,
    ...environment,
  };
  const args = ['--mount', '--pid', '--fork', '--kill-child', 'sh', '-c', script, 'sh', ...command];
  const child = spawn('unshare', args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (piece) => {
      output += String(piece);
    });
  }
  const exited = once(child, 'close').then(([code]) => code as number | null);
  return {
    said: () => output,
    exited,
    async stop() {
      const first = firstProcess(child);
      if (first !== null) process.kill(first, settings.stopSignal as NodeJS.Signals);
      return exited;
    },
    async [Symbol.asyncDispose]() {
      // With its first process all of the container's processes end.
      const first = firstProcess(child);
      if (first !== null) process.kill(first, 'SIGKILL');
      await exited;
    },
  };
}

/** The process that has number 1 in the container; null if it has ended. */
function firstProcess({ pid = 0, exitCode }: ChildProcess): number | null {
  if (exitCode !== null) return null;
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim();
  return children === '' ? null : Number(children);
}

/** Runs a script of Node in the container. Returns its output and its exit code. */
export async function evaluate(
  container: Container,
  script: string,
): Promise<{ said: string; code: number | null }> {
  const run = runContainer(container, ['node', '--input-type=module', '-e', script]);
  const code = await run.exited;
  return { said: run.said().trim(), code };
}
