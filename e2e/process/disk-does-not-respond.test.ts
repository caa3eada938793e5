import { execFileSync } from 'node:child_process';
import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { startTealight } from '../browser/support/tealight.ts';

/** A disk that does not respond is a problem after 10 s; the rest allows for a busy machine. */
const FOUND_MS = 40_000;
/** The longest that a stop may take. */
const STOP_MS = 8000;

/** A Tealight whose check of the disk waits: opening a pipe for writing waits until something reads it. */
async function withHangingDisk() {
  const dataDir = await mkdtemp(join(tmpdir(), 'tealight-'));
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  const pipe = join(dataDir, 'health.part');
  execFileSync('mkfifo', [pipe]);
  const respondAgain = () => open(pipe, 'r+').then((file) => file.close());
  const tealight = await startTealight(dataDir, {});
  onTestFinished(async () => {
    await respondAgain().catch(() => {});
    await tealight.stop();
  });
  const ready = () => fetch(`${tealight.url}/health/ready`);
  await expect
    .poll(async () => (await ready()).json(), { timeout: FOUND_MS })
    .toMatchObject({ missing: ['disk'] });
  return { tealight, ready, respondAgain };
}

const canHavePipes = process.platform !== 'win32';

test.runIf(canHavePipes)(
  '[OPS-3] a disk that does not respond is a problem of Tealight until it does',
  async () => {
    const { tealight, ready, respondAgain } = await withHangingDisk();
    const metrics = async () => (await fetch(`${tealight.url}/metrics`)).text();
    expect((await ready()).status).toBe(503);
    expect(await metrics()).toContain('tealight_problem{part="disk"} 1');
    await respondAgain();
    await expect.poll(async () => (await ready()).status).toBe(200);
    expect(await metrics()).toContain('tealight_problem{part="disk"} 0');
    expect(tealight.said().match(/"event":"problem/g)).toHaveLength(2);
  },
);

test.runIf(canHavePipes)('[OPS-2] a disk that does not respond delays no stop', async () => {
  const { tealight } = await withHangingDisk();
  const asked = Date.now();
  await tealight.stop();
  expect(Date.now() - asked).toBeLessThan(STOP_MS);
});
