import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { limitConcurrency } from '../../http/limit-concurrency.ts';
import { ProblemError } from '../../http/problem-error.ts';
import { SECOND } from '../../shared/time-units.ts';
import type { Format } from './photo-rules.ts';

const entry = fileURLToPath(new URL('./photo-process.ts', import.meta.url));
/** A photo of 16 megapixels takes 1 to 5 s of processor time on a small machine, however busy it is. Own choice. */
const MAX_CPU_MS = 15 * SECOND;
/** For a decoder that does nothing at all, or waits for a processor. Own choice. */
const WITHIN_MS = 60 * SECOND;
/** What `/proc` counts processor time in (man 5 proc_pid_stat): Linux shows 100 to the second on every machine. */
const TICK_MS = 10;
/** Resident memory. The most that a regular photo needed was 400 MB (AVIF of 16 megapixels); Node itself has 50. */
const MAX_MEMORY_BYTES = 512 * 1024 * 1024;
const LOOK_EVERY_MS = 50;
/** Uploads that may wait for the one being decoded; further ones are rejected. Own choice. */
const MAX_WAITING = 10;

export type Decoded = { format: Format; original: Buffer; square: Buffer };

/** The decoding program and its limits: ms, and bytes of resident memory. Tests pass others. */
type Limits = { program: string; withinMs: number; maxCpuMs: number; maxMemory: number };
const usual: Limits = {
  program: entry,
  withinMs: WITHIN_MS,
  maxCpuMs: MAX_CPU_MS,
  maxMemory: MAX_MEMORY_BYTES,
};

/**
 * Decodes a photo: the original and a square of it, encoded again without metadata, in a process started for this
 * photo: one at a time, outside this server's memory and the threads that hash passwords.
 *
 * Throws  `no-image` for anything but a photo, or one that takes too long or too much memory;
 *         `too-many-tries` when too many wait.
 */
export const decodePhoto = openPhotoDecoder();

export function openPhotoDecoder(limits: Partial<Limits> = {}): (upload: Buffer) => Promise<Decoded> {
  const turn = limitConcurrency(1, MAX_WAITING);
  return (upload) => turn(() => decode(upload, { ...usual, ...limits }));
}

async function decode(upload: Buffer, limits: Limits): Promise<Decoded> {
  // It needs nothing from this server's environment, which contains secrets.
  const child = spawn(process.execPath, ['--max-old-space-size=64', limits.program], {
    env: { UV_THREADPOOL_SIZE: '2' },
    stdio: ['pipe', 'pipe', 'ignore'],
    windowsHide: true,
  });
  const ended = once(child, 'close');
  // The process could not be started, for example because too many files are open: then it has no streams, and this throws.
  if (child.pid === undefined) await ended;
  const timer = setTimeout(() => child.kill('SIGKILL'), limits.withinMs);
  void killBeyondLimits(child, limits);
  try {
    child.stdin.on('error', () => {}).end(upload);
    const [answer, [status]] = await Promise.all([buffer(child.stdout), ended]);
    if (status !== 0) throw new ProblemError('no-image');
    return parse(answer);
  } finally {
    clearTimeout(timer);
    child.kill('SIGKILL');
  }
}

function parse(answer: Buffer): Decoded {
  const line = answer.indexOf('\n');
  const { format } = JSON.parse(answer.toString('utf8', 0, line)) as { format: Format };
  const between = line + 5 + answer.readUInt32BE(line + 1);
  return { format, original: answer.subarray(line + 5, between), square: answer.subarray(between + 4) };
}

/** Limits memory and processor time, on Linux only. Elsewhere only pixels and time are limited. */
async function killBeyondLimits(child: ChildProcess, { maxCpuMs, maxMemory }: Limits): Promise<void> {
  if (process.platform !== 'linux' || child.pid === undefined) return;
  // When the machine runs out of memory, this process is killed first.
  await writeFile(`/proc/${child.pid}/oom_score_adj`, '1000').catch(() => {});
  while (child.exitCode === null && child.signalCode === null) {
    const { cpuMs, memory } = await usageOf(child.pid);
    if (cpuMs > maxCpuMs || memory > maxMemory) child.kill('SIGKILL');
    await pause(LOOK_EVERY_MS, undefined, { ref: false });
  }
}

/** Processor time of all threads in ms, and resident memory in bytes; 0 when the process has ended. */
async function usageOf(pid: number): Promise<{ cpuMs: number; memory: number }> {
  const read = (name: string) => readFile(`/proc/${pid}/${name}`, 'utf8').catch(() => '');
  const [stat, status] = await Promise.all([read('stat'), read('status')]);
  // The name, in parentheses, may contain blanks. The 12th and 13th fields after it are user and system time.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const ticks = Number(fields[11] ?? 0) + Number(fields[12] ?? 0);
  return { cpuMs: ticks * TICK_MS, memory: Number(status.match(/VmRSS:\s+(\d+) kB/)?.[1] ?? 0) * 1024 };
}
