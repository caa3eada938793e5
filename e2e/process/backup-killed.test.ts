import { cp, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { checkDatabaseFile } from '../../server/src/store/sqlite/sqlite-file.ts';
import { freshDatabase, postgresAnswers } from '../browser/support/database.ts';
import { startTealight } from '../browser/support/tealight.ts';
import { type Ended, type Environment, newFolder, pathIn, run } from '../support/backup/operator-commands.ts';
import { ALL_READINGS, filesIn, readingsIn, smallStore } from '../support/backup/small-store.ts';

const hasPostgres = await postgresAnswers();

/**
 * Runs attempts with a kill at many steps, two at a time: at some of its begin, and at each of its last, where things
 * become visible. Then one that is not killed. Returns how many were killed.
 */
async function killedAtMany(
  lastSteps: number,
  attempt: (fault: Environment) => Promise<Ended>,
): Promise<number> {
  const counted = await attempt({ FAULT_AT: 'never' });
  expect(counted.code, counted.errors).toBe(0);
  const all = Number(/steps: (\d+)/.exec(counted.errors)?.[1]);
  const last = Array.from({ length: lastSteps }, (_, at) => all - lastSteps + 1 + at);
  const steps = [4, 12, Math.round(all / 2), ...last];
  let kills = 0;
  for (let at = 0; at < steps.length; at += 2) {
    const pair = steps.slice(at, at + 2).map((step) => attempt({ FAULT_AT: String(step) }));
    for (const { signal, code, errors } of await Promise.all(pair)) {
      if (signal === 'SIGKILL') kills += 1;
      else expect(code, errors).toBe(0);
    }
  }
  return kills;
}

test('[OPS-2] a backup that is killed at any point leaves nothing that looks like one, and the store as it was', async () => {
  const dataDir = await smallStore();
  const before = await filesIn(dataDir);
  let complete = 0;
  const kills = await killedAtMany(7, async (fault) => {
    const folder = await newFolder();
    const ended = await run('backup', ['--to', folder], { DATA_DIR: dataDir, ...fault });
    const names = (await readdir(folder)).filter((name) => !name.startsWith('.'));
    for (const name of names.filter((one) => one.endsWith('.backup'))) {
      expect((await run('restore', [join(folder, name), '--check'], {})).code).toBe(0);
      expect(names).toContain(name.replace(/backup$/, 'keys'));
      complete += 1;
    }
    return ended;
  });
  expect(kills).toBeGreaterThan(6);
  expect(complete).toBeGreaterThan(0);
  expect(await filesIn(dataDir)).toEqual(before);
});

test('[OPS-2] a restore that is killed at any point leaves nothing that a server would start with, and the next completes it', async () => {
  const made = pathIn(await run('backup', ['--to', await newFolder()], { DATA_DIR: await smallStore() }));
  let interrupted = 0;
  const kills = await killedAtMany(9, async (fault) => {
    const target = join(await newFolder(), 'data');
    const environment = { DATA_DIR: target };
    const ended = await run('restore', [made], { ...environment, ...fault });
    const names: string[] = await readdir(target).catch(() => []);
    if (names.includes('tealight.db')) {
      // Everything is in its place.
      expect(readingsIn(target)).toBe(ALL_READINGS);
      expect(names).toEqual(expect.arrayContaining(['photos', 'secret.key']));
      return ended;
    }
    if (names.includes('restoring')) {
      await expect(checkDatabaseFile(join(target, 'tealight.db'))).rejects.toThrow(/was interrupted/);
      interrupted += 1;
    }
    const again = await run('restore', [made], environment);
    expect(again, again.errors).toMatchObject({ code: 0 });
    expect(readingsIn(target)).toBe(ALL_READINGS);
    expect(Object.keys(await filesIn(target))).toHaveLength(3);
    return ended;
  });
  expect(kills).toBeGreaterThan(6);
  expect(interrupted).toBeGreaterThan(2);
});

test('[OPS-2] a server does not start beside an interrupted restore, and says what to do', async () => {
  const made = pathIn(await run('backup', ['--to', await newFolder()], { DATA_DIR: await smallStore() }));
  const target = join(await newFolder(), 'data');
  expect((await run('restore', [made], { DATA_DIR: target, FAULT_AT: '40' })).signal).toBe('SIGKILL');
  await expect(startTealight(target, {})).rejects.toThrow(/A restore into .* was interrupted. Run it again/);
});

test.runIf(hasPostgres)(
  '[OPS-2] a move and a restore into PostgreSQL that are killed at any point leave nothing there, and the next completes them',
  async () => {
    const dataDir = await smallStore();
    const before = await filesIn(dataDir);
    const made = pathIn(await run('backup', ['--to', await newFolder()], { DATA_DIR: dataDir }));
    for (const command of ['move', 'restore'] as const) {
      const kills = await killedAtMany(3, async (fault) => {
        const database = await freshDatabase('postgres');
        onTestFinished(database.drop);
        const { DATABASE_URL = '' } = database.environment;
        const own = await newFolder();
        await cp(dataDir, own, { recursive: true });
        const attempt = async (more: Environment) =>
          command === 'move'
            ? run('move', ['--to', DATABASE_URL], { DATA_DIR: own, ...more })
            : run('restore', [made], { DATABASE_URL, DATA_DIR: await newFolder(), ...more });
        const ended = await attempt(fault);
        if (ended.signal === null) return ended;
        const again = await attempt({});
        // Where the kill came after the end, a move says so, and a restore finds that the database is not empty.
        if (command === 'move' || !again.errors.includes('is not empty'))
          expect(again, again.errors).toMatchObject({ code: 0 });
        expect(await countIn(DATABASE_URL)).toBe(ALL_READINGS);
        expect(await filesIn(own)).toEqual(before);
        return ended;
      });
      expect(kills).toBeGreaterThan(3);
    }
  },
);

async function countIn(url: string): Promise<number> {
  const client = new pg.Client(url);
  await client.connect();
  const { rows } = await client
    .query('select count(*)::int as count from readings')
    .finally(() => client.end());
  return rows[0].count;
}
