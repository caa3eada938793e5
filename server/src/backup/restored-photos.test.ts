import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { photoFileItems } from './contents.ts';
import { photosAsFiles } from './fill.ts';

const MILLISECOND_NS = 1_000_000n;

test('[OPS-3] photos that are restored have the time of the original, also where the system keeps it a microsecond too early', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'tealight-photos-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const photos = photosAsFiles(folder);
  const times = Array.from({ length: 50 }, (_, index) => 1_764_000_000_000 + index * 7919);
  const names = times.map((_, index) => `${index.toString(16).padStart(32, '0')}.webp`);
  for (const [index, name] of names.entries()) await photos.put(name, times[index] ?? 0, Buffer.from('x'));
  const read: number[] = [];
  for await (const item of photoFileItems(folder, names, new Set()))
    if (item.kind === 'photo') read.push(item.createdAt);
  expect(read).toEqual(times);
  // Node before 24.18 stores whole microseconds, rounded down.
  for (const name of names) {
    const { mtimeNs } = await stat(join(folder, name), { bigint: true });
    expect(mtimeNs % MILLISECOND_NS).toBeGreaterThan(MILLISECOND_NS / 4n);
  }
});
