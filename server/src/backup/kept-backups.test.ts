import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { readConfig } from '../config/config.ts';
import { openStore } from '../store/store.ts';
import { makeBackup } from './make-backup.ts';

const ahead = ['tealight-2199-01-01T00-00-00.000Z.backup', 'tealight-2198-01-01T00-00-00.000Z.backup'];
const old = 'tealight-2020-01-01T00-00-00.000Z.backup';

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'tealight-kept-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

async function installation() {
  const dataDir = await newFolder();
  const store = await openStore({ url: null, file: join(dataDir, 'tealight.db') });
  await store[Symbol.asyncDispose]();
  const folder = await newFolder();
  for (const name of [...ahead, old]) await writeFile(join(folder, name), 'a backup');
  const config = readConfig({ DATA_DIR: dataDir, SECRET_KEYS: 'a key of many characters for tests only' });
  const make = (keep: number, keyFolder: string | null = null) =>
    makeBackup(config, { folder, keyFolder, keep, signal: new AbortController().signal });
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

test('[OPS-2] with the backups that are removed go their key files, and none of another installation or another disk', async () => {
  const { folder, make } = await installation();
  const keyFolder = await newFolder();
  const others = ['tealight-2020-06-01T00-00-00.000Z.keys', 'tealight-2199-06-01T00-00-00.000Z.keys'];
  const own = [...ahead, old].map((name) => name.replace(/backup$/, 'keys'));
  for (const name of [...own, ...others]) {
    await writeFile(join(keyFolder, name), 'keys');
    await utimes(join(keyFolder, name), 0, 0);
  }
  const { keyPath } = await make(1, keyFolder);
  expect((await readdir(keyFolder)).sort()).toEqual([basename(keyPath ?? ''), ...others].sort());
  expect(await readdir(folder)).toEqual([basename(keyPath ?? '').replace(/keys$/, 'backup')]);
});

test('[OPS-2] a backup that cannot appear under its name leaves no key file either', async () => {
  const { folder, make } = await installation();
  const keyFolder = await newFolder();
  onTestFinished(() => void vi.restoreAllMocks());
  vi.spyOn(Date, 'now').mockReturnValue(Date.UTC(2026, 10, 23, 3));
  await mkdir(join(folder, 'tealight-2026-11-23T03-00-00.000Z.backup'));
  await expect(make(1, keyFolder)).rejects.toThrow();
  expect(await readdir(keyFolder)).toEqual([]);
});
