import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openStaging } from './staging.ts';

const manifest = { version: '1.0.0' } as Parameters<typeof openStaging>[1];

test.each(['', 'a part of the'])(
  '[OPS-3] a restore that a full disk ended while it wrote “%s” begins again',
  async (marker) => {
    const dataDir = await mkdtemp(join(tmpdir(), 'tealight-staging-'));
    onTestFinished(() => rm(dataDir, { recursive: true }));
    await mkdir(join(dataDir, 'restoring'));
    await writeFile(join(dataDir, 'restoring', 'tealight.db'), '');
    await writeFile(join(dataDir, 'restoring', 'verified'), marker);
    expect((await openStaging(dataDir, manifest)).isVerified).toBe(false);
  },
);
