import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openStore } from '../store.ts';

test.skipIf(process.platform === 'win32')('no other user of the machine can read the database', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'store-test-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  await using store = await openStore({ url: null, file: join(folder, 'data', 'tealight.db') });
  await store.outbox.waiting();
  const files = readdirSync(join(folder, 'data')).map((name) => join(folder, 'data', name));
  expect(files.length).toBeGreaterThan(0);
  for (const file of [join(folder, 'data'), ...files]) expect(statSync(file).mode & 0o077).toBe(0);
});
