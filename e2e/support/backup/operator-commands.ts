import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import type { Program } from '../../browser/support/tealight.ts';

export const root = fileURLToPath(new URL('../../..', import.meta.url));
const faults = fileURLToPath(new URL('faults.mjs', import.meta.url));
const { PATH, NODE_COMPILE_CACHE } = process.env;
const programs = { backup: 'main.ts', restore: 'restore-main.ts', move: 'move-main.ts' };

/** How a command ended. */
export type Ended = { code: number | null; signal: string | null; output: string; errors: string };

export type Environment = Record<string, string>;

/** Runs a command as the operator does; with `FAULT_AT` it is killed, or a write fails, at that step (`faults.mjs`). */
export async function run(
  name: keyof typeof programs,
  args: readonly string[],
  environment: Environment,
  program: Program = { node: process.execPath, folder: root },
): Promise<Ended> {
  const preload = 'FAULT_AT' in environment ? ['--import', faults] : [];
  const child = spawn(program.node, [...preload, `server/src/backup/${programs[name]}`, ...args], {
    cwd: program.folder,
    env: { PATH, NODE_COMPILE_CACHE, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let [output, errors] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (text) => (output += text));
  child.stderr.setEncoding('utf8').on('data', (text) => (errors += text));
  const [code, signal] = (await once(child, 'close')) as [number | null, string | null];
  return { code, signal, output, errors };
}

/** The path in the first line of what `backup` writes. */
export const pathIn = ({ output }: Ended): string => output.split('\n')[0] ?? '';

/** A new folder, removed after the test. */
export async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'tealight-backup-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}
