import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { readConfig } from '../config/config.ts';
import { openStore } from '../store/store.ts';
import { makeBackup } from './make-backup.ts';

const ahead = ['tealight-2199-01-01T00-00-00.000Z.backup', 'tealight-2198-01-01T00-00-00.000Z.backup'];
const old = 'tealight-2020-01-01T00-00-00.000Z.backup';

async function installation() {
  const dataDir = await mkdtemp(join(tmpdir(), 'tealight-kept-'));
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  const store = await openStore({ url: null, file: join(dataDir, 'tealight.db') });
  await store[Symbol.asyncDispose]();
  const folder = await mkdtemp(join(tmpdir(), 'tealight-kept-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  for (const name of [...ahead, old]) await writeFile(join(folder, name), 'a backup');
  const config = readConfig({ DATA_DIR: dataDir, SECRET_KEYS: 'a key of many characters for tests only' });
  const make = (keep: number) =>
    makeBackup(config, { folder, keyFolder: null, keep, signal: new AbortController().signal });
  return { folder, make };
}

test.each([
  [1, []],
  [2, [old]],
  [3, [old, ahead[0]]],
] as const)(
  'of the backups, %i stay: first the one just made, and last those of a clock that was ahead',
  async (keep, others) => {
    const { folder, make } = await installation();
    const { path, removed } = await make(keep);
    expect((await readdir(folder)).sort()).toEqual([basename(path), ...others].sort());
    expect(removed).toBe(4 - keep);
  },
);
