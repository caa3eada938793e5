import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { currentUser } from '@tealight/contract';
import { expect, onTestFinished, test } from 'vitest';
import { signUpAndIn } from '../../bench/support/new-user.ts';
import { startTealight } from '../browser/support/tealight.ts';
import { pathIn, run } from '../support/backup/operator-commands.ts';
import { doctor } from '../support/doctor.ts';
import { productionTree } from './production-tree.ts';

/** Names another Node to start the server with, such as the oldest that it runs on. */
const node = process.env.SERVER_NODE ?? process.execPath;

test('[OPS-1] the server starts without the launcher and without development packages, passes the doctor, serves accounts and the built web app, and is backed up and restored', async () => {
  await using tree = await productionTree('<!doctype html><title>Built elsewhere</title>');
  const dataDir = await mkdtemp(join(tmpdir(), 'tealight-'));
  onTestFinished(() => rm(dataDir, { recursive: true }));
  const program = { node, folder: tree.folder };
  const tealight = await startTealight(dataDir, { MQTT_PORT: '0' }, program);
  onTestFinished(() => tealight.kill());
  expect((await fetch(`${tealight.url}/health/ready`)).status).toBe(200);
  expect(await (await fetch(`${tealight.url}/login`)).text()).toContain('Built elsewhere');
  const { PORT, ROLES } = { PORT: new URL(tealight.url).port, ROLES: 'api,poll,alarms,devices' };
  const diagnosis = await doctor({ PORT, ROLES, DATA_DIR: dataDir }, { folder: tree.folder, node });
  expect([diagnosis.exitCode, diagnosis.of('problem'), diagnosis.of('warning')]).toEqual([0, [], []]);
  const token = await signUpAndIn(tealight.url);
  const user = await fetch(tealight.url + currentUser.path, {
    headers: { authorization: `Bearer ${token}` },
  });
  expect(user.status).toBe(200);
  expect(await tealight.stop()).toBe(0);
  const made = await run('backup', ['--to', join(dataDir, 'backups')], { DATA_DIR: dataDir }, program);
  expect(made, made.errors).toMatchObject({ code: 0 });
  const restored = await run('restore', [pathIn(made)], { DATA_DIR: join(dataDir, 'restored') }, program);
  expect(restored, restored.errors).toMatchObject({ code: 0 });
});
