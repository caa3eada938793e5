import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { DAY, SECOND } from '../times.ts';
import { openKeptMailCleanup } from './kept-mails.ts';

test('mails that were kept as files are erased after seven days, and nothing else is', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'tealight-kept-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const files = { 'old.eml': 8, 'half.eml.part': 8, 'new.eml': 6, 'notes.txt': 400 };
  for (const [name, days] of Object.entries(files)) {
    await writeFile(join(folder, name), 'x');
    const at = (Date.now() - days * DAY) / SECOND;
    await utimes(join(folder, name), at, at);
  }
  using _cleanup = openKeptMailCleanup(folder, Date.now);
  await vi.waitFor(async () => expect((await readdir(folder)).sort()).toEqual(['new.eml', 'notes.txt']));
});
