import { chmod, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { keysFromFile } from './key-file.ts';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tealight-'));
});
afterEach(() => rm(folder, { recursive: true }));

describe('[SRC-4] the key file', () => {
  test('is created once, also by processes that start together, and no other file remains', async () => {
    const file = join(folder, 'data', 'secret.key');
    const keys = await Promise.all([1, 2, 3, 4].map(() => keysFromFile({ path: file, isDefault: true })));
    expect(new Set(keys.flat()).size).toBe(1);
    expect(keys[0]?.[0].length).toBeGreaterThanOrEqual(32);
    expect(await keysFromFile({ path: file, isDefault: true })).toEqual(keys[0]);
    expect(await readdir(join(folder, 'data'))).toEqual(['secret.key']);
  });

  test('is readable only by its owner, also after it was copied with other permissions', async () => {
    const file = join(folder, 'secret.key');
    await keysFromFile({ path: file, isDefault: true });
    await chmod(file, 0o644);
    await keysFromFile({ path: file, isDefault: true });
    expect((await stat(file)).mode & 0o777).toBe(0o600);
  });

  test('may contain several keys', async () => {
    const file = join(folder, 'secret.key');
    await writeFile(file, 'new-key\nold-key\n');
    expect(await keysFromFile({ path: file, isDefault: true })).toEqual(['new-key', 'old-key']);
  });

  test('fails with a remedy when it is empty', async () => {
    const file = join(folder, 'secret.key');
    await writeFile(file, '\n');
    await expect(keysFromFile({ path: file, isDefault: true })).rejects.toThrow(/Restore the file/);
  });

  test('of the operator is never created, and the error for a missing one names the variable', async () => {
    const file = join(folder, 'mounted.key');
    await expect(keysFromFile({ path: file, isDefault: false })).rejects.toThrow(/SECRET_KEYS_FILE.*ENOENT/);
    expect(await readdir(folder)).toEqual([]);
    await writeFile(file, 'a-key-of-the-operator\n', { mode: 0o440 });
    expect(await keysFromFile({ path: file, isDefault: false })).toEqual(['a-key-of-the-operator']);
    expect((await stat(file)).mode & 0o777).toBe(0o440);
  });
});
