import { spawnSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test } from 'vitest';
import { doctor } from '../support/doctor.ts';
import { freePort } from '../support/free-port.ts';

test('[OPS-3] says that the database is of a newer version, and a start says the same', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'tealight-'));
  onTestFinished(() => rm(dataDir, { recursive: true }));
  const database = new DatabaseSync(join(dataDir, 'tealight.db'));
  database.exec('create table migrations (name text primary key, done_at integer)');
  database.exec("insert into migrations values ('999-from-tomorrow', 0)");
  database.close();
  const { exitCode, of } = await doctor({ DATA_DIR: dataDir, PORT: String(await freePort()) });
  const sentence = /made by a newer Tealight: it has 999-from-tomorrow.*Start the newer version again/;
  expect(of('problem')).toContainEqual(expect.stringMatching(sentence));
  expect(exitCode).toBe(1);
  const start = spawnSync(process.execPath, ['server/src/main.ts'], {
    env: { ...process.env, DATA_DIR: dataDir, PORT: String(await freePort()) },
    encoding: 'utf8',
  });
  expect([start.status, start.stderr.trim().split('\n').length]).toEqual([2, 1]);
  expect(start.stderr).toMatch(sentence);
});
