import { chmod, mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { makeFilesPrivate, makePrivate } from './data-folder.ts';

const modeOf = async (path: string) => (await stat(path)).mode & 0o777;

test('[SRC-4] a data folder that others could access becomes accessible only to its owner, with its content', async () => {
  const parent = await mkdtemp(join(tmpdir(), 'tealight-data-'));
  onTestFinished(() => rm(parent, { recursive: true }));
  const data = join(parent, 'data');
  await mkdir(join(data, 'outbox'), { recursive: true });
  const files = ['tealight.db', 'tealight.db-wal', 'secret.key', 'outbox/1.eml'].map((name) =>
    join(data, name),
  );
  for (const file of files) await writeFile(file, 'x');
  for (const path of [data, join(data, 'outbox'), ...files]) await chmod(path, 0o777);
  await makePrivate(data);
  expect(await modeOf(data)).toBe(0o700);
  expect(await makeFilesPrivate(data)).toBe(0);
  expect(await modeOf(join(data, 'outbox'))).toBe(0o700);
  for (const file of files) expect(await modeOf(file)).toBe(0o600);
});
