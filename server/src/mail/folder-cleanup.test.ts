import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { DAY, SECOND } from '../shared/time-units.ts';
import { openMailFolderCleanup } from './folder-cleanup.ts';

test('email files are erased after seven days, and other files are not', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'tealight-kept-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const files = { 'old.eml': 8, 'half.eml.part': 8, 'new.eml': 6, 'notes.txt': 400 };
  for (const [name, days] of Object.entries(files)) {
    await writeFile(join(folder, name), 'x');
    const at = (Date.now() - days * DAY) / SECOND;
    await utimes(join(folder, name), at, at);
  }
  using _cleanup = openMailFolderCleanup(folder, Date.now);
  await vi.waitFor(async () => expect((await readdir(folder)).sort()).toEqual(['new.eml', 'notes.txt']));
});
