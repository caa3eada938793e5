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
/** A photo of 16 megapixels takes 1 to 5 s on a small machine. Own choice. */
const WITHIN_MS = 15 * SECOND;
/** Resident memory. The most that a regular photo needed was 400 MB (AVIF of 16 megapixels); Node itself has 50. */
const MAX_MEMORY_BYTES = 512 * 1024 * 1024;
const LOOK_EVERY_MS = 50;
/** Uploads that may wait for the one being decoded; further ones are rejected. Own choice. */
const MAX_WAITING = 10;

export type Decoded = { format: Format; original: Buffer; square: Buffer };

/** The decoding program and its limits: ms, and bytes of resident memory. Tests pass others. */
type Limits = { program: string; withinMs: number; maxMemory: number };
const usual: Limits = { program: entry, withinMs: WITHIN_MS, maxMemory: MAX_MEMORY_BYTES };

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

async function decode(upload: Buffer, { program, withinMs, maxMemory }: Limits): Promise<Decoded> {
  // It needs nothing from this server's environment, which contains secrets.
  const child = spawn(process.execPath, ['--max-old-space-size=64', program], {
    env: { UV_THREADPOOL_SIZE: '2' },
    stdio: ['pipe', 'pipe', 'ignore'],
    windowsHide: true,
  });
  const ended = once(child, 'close');
  // The process could not be started, for example because too many files are open: then it has no streams, and this throws.
  if (child.pid === undefined) await ended;
  const timer = setTimeout(() => child.kill('SIGKILL'), withinMs);
  void killWhenLarge(child, maxMemory);
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

/** On Linux only. Elsewhere only pixels and time are limited. */
async function killWhenLarge(child: ChildProcess, maxMemory: number): Promise<void> {
  if (process.platform !== 'linux' || child.pid === undefined) return;
  // When the machine runs out of memory, this process is killed first.
  await writeFile(`/proc/${child.pid}/oom_score_adj`, '1000').catch(() => {});
  while (child.exitCode === null && child.signalCode === null) {
    const status = await readFile(`/proc/${child.pid}/status`, 'utf8').catch(() => '');
    const resident = Number(status.match(/VmRSS:\s+(\d+) kB/)?.[1] ?? 0) * 1024;
    if (resident > maxMemory) child.kill('SIGKILL');
    await pause(LOOK_EVERY_MS, undefined, { ref: false });
  }
}
