import { spawnSync } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { freshDatabase, postgresAnswers } from '../browser/support/database.ts';
import { type Ended, newFolder, pathIn, run } from '../support/backup/operator-commands.ts';
import { filesIn, smallStore } from '../support/backup/small-store.ts';

const hasPostgres = await postgresAnswers();
const OTHER_KEY = 'another key of many characters than the one before\n';
const PASSPHRASE = { BACKUP_PASSPHRASE: 'a passphrase of the operator' };

/** One sentence, or a sentence with its remedy: one line without a stack. */
function expectSentence({ output, errors }: Ended, form: RegExp): void {
  expect(output).toBe('');
  expect(errors).toMatch(/^[^\n]+\.\n$/);
  expect(errors).toMatch(form);
  expect(errors).not.toMatch(/\bat .*:\d+:\d+/);
}

let dataDir = '';
let folder = '';
/** One backup of the store without a passphrase, and one with it, in folders of their own. */
let made: Record<'plain' | 'encrypted', string>;

beforeAll(async () => {
  const ready = await mkdtemp(join(tmpdir(), 'tealight-backups-'));
  const store = await smallStore(ready);
  const [plain, encrypted] = await Promise.all([
    run('backup', ['--to', join(ready, 'plain')], { DATA_DIR: store }),
    run('backup', ['--to', join(ready, 'encrypted')], { DATA_DIR: store, ...PASSPHRASE }),
  ]);
  made = { plain: pathIn(plain), encrypted: pathIn(encrypted) };
  return () => rm(ready, { recursive: true });
});

beforeEach(async () => {
  [dataDir, folder] = [await smallStore(), await newFolder()];
});

const backup = (more: Record<string, string> = {}) =>
  run('backup', ['--to', folder], { DATA_DIR: dataDir, ...more });

/** A copy of a backup and its keys, to be damaged. */
async function copyOf(kind: 'plain' | 'encrypted'): Promise<string> {
  for (const path of [made[kind], made[kind].replace(/backup$/, 'keys')])
    await copyFile(path, join(folder, basename(path)));
  return join(folder, basename(made[kind]));
}

async function changed(path: string, change: (bytes: Buffer) => Buffer): Promise<void> {
  await writeFile(path, change(await readFile(path)));
}

const flip = (bytes: Buffer, at: number) => {
  const copy = Buffer.from(bytes);
  copy.writeUInt8(copy.readUInt8(at) ^ 1, at);
  return copy;
};

describe('[OPS-3] a backup that cannot be used is named with the remedy, and nothing is changed:', () => {
  type Case = [string, 'plain' | 'encrypted', (path: string) => Promise<unknown>, number, RegExp];
  const keysOf = (path: string) => path.replace(/backup$/, 'keys');

  test.each<Case>([
    [
      'cut short',
      'plain',
      async (path) => truncate(path, (await stat(path)).size - 100),
      3,
      /is damaged or cut/,
    ],
    [
      'one bit flipped',
      'plain',
      (path) => changed(path, (bytes) => flip(bytes, 5000)),
      3,
      /is damaged or cut/,
    ],
    ['empty', 'plain', (path) => truncate(path, 0), 3, /is not a backup of Tealight/],
    ['missing', 'plain', (path) => rm(path), 2, /does not exist/],
    ['its keys missing', 'plain', (path) => rm(keysOf(path)), 2, /The keys of .* are missing/],
    ['the keys of another', 'plain', (path) => writeFile(keysOf(path), OTHER_KEY), 2, /has not the keys of/],
    ['keys in its place', 'encrypted', (path) => copyFile(keysOf(path), path), 2, /has keys, not a backup/],
    [
      'its keys damaged',
      'encrypted',
      (path) => changed(keysOf(path), (bytes) => flip(bytes, bytes.length - 1)),
      3,
      /\.keys is damaged/,
    ],
  ])('%s', async (_, kind, damage, code, form) => {
    const path = await copyOf(kind);
    await damage(path);
    const target = join(await newFolder(), 'data');
    const ended = await run('restore', [path], { DATA_DIR: target, ...(kind === 'encrypted' && PASSPHRASE) });
    expectSentence(ended, form);
    expect(ended.code).toBe(code);
    expect(await filesIn(target)).toEqual({});
  });

  test('a wrong passphrase, or none', async () => {
    const target = join(await newFolder(), 'data');
    const wrong = await run('restore', [made.encrypted], {
      DATA_DIR: target,
      BACKUP_PASSPHRASE: 'another passphrase',
    });
    expectSentence(wrong, /is not the one that .* was made with/);
    expect(wrong.code).toBe(3);
    const none = await run('restore', [made.encrypted], { DATA_DIR: target });
    expectSentence(none, /is encrypted. Set BACKUP_PASSPHRASE/);
    expect(none.code).toBe(2);
    expect(await filesIn(target)).toEqual({});
  });

  test('keys with blanks, which only SECRET_KEYS can have', async () => {
    const keys = { SECRET_KEYS: 'one key of many characters that has blanks in it' };
    const path = pathIn(await backup(keys));
    const target = { DATA_DIR: join(await newFolder(), 'data') };
    expectSentence(await run('restore', [path], target), /have blanks.*Set SECRET_KEYS to its lines/);
    expect((await run('restore', [path], { ...target, ...keys })).code).toBe(0);
  });

  test('made by a newer Tealight', async () => {
    const database = new DatabaseSync(join(dataDir, 'tealight.db'));
    database.exec(`insert into migrations (name, done_at) values ('999-from-tomorrow', 0)`);
    database.close();
    const ended = await run('restore', [pathIn(await backup())], {
      DATA_DIR: join(await newFolder(), 'data'),
    });
    expectSentence(ended, /made by a newer Tealight .*999-from-tomorrow.*Update Tealight/);
    expect(ended.code).toBe(3);
  });

  test('a folder that is not empty', async () => {
    const before = await filesIn(dataDir);
    const ended = await run('restore', [made.plain], { DATA_DIR: dataDir });
    expectSentence(ended, /is not empty: it has .*Set DATA_DIR/);
    expect(ended.code).toBe(2);
    expect(await filesIn(dataDir)).toEqual(before);
  });

  test.runIf(hasPostgres)('a database that is not empty, or cannot be reached', async () => {
    const path = made.plain;
    const database = await freshDatabase('postgres');
    onTestFinished(database.drop);
    const environment = { DATA_DIR: join(await newFolder(), 'data'), ...database.environment };
    expect((await run('restore', [path], environment)).code).toBe(0);
    const again = await run('restore', [path], environment);
    expectSentence(again, /The database of DATABASE_URL is not empty: it has the table/);
    expect(again.code).toBe(2);
    const nowhere = { ...environment, DATABASE_URL: 'postgres://ada:hidden-secret@127.0.0.1:1/nowhere' };
    for (const ended of [
      await run('restore', [path], nowhere),
      await run('backup', ['--to', folder], nowhere),
    ]) {
      expectSentence(ended, /^The PostgreSQL server of DATABASE_URL cannot be used/);
      expect(ended.code).toBe(2);
      expect(ended.errors).not.toContain('hidden-secret');
    }
  });
});

describe('[OPS-3] a backup that cannot be made', () => {
  test.each([
    ['without a folder', [], /^Name the folder of the backup/],
    ['with an option that there is not', ['--to', 'x', '--fast'], /^There is an unknown option/],
    ['with no number to keep', ['--to', 'x', '--keep', '0'], /^--keep must be a whole number/],
  ])('%s is refused with its usage', async (_, args, form) => {
    const ended = await run('backup', args, { DATA_DIR: dataDir });
    expectSentence(ended, form);
    expect(ended.code).toBe(2);
  });

  test('of a folder without a database, or with a file that is none, is refused, and creates nothing there', async () => {
    const empty = await newFolder();
    const ended = await run('backup', ['--to', folder], { DATA_DIR: empty });
    expectSentence(ended, /There is no database .*Set DATA_DIR/);
    expect(await readdir(empty)).toEqual([]);
    await writeFile(join(dataDir, 'tealight.db'), 'something else than a database');
    expectSentence(await backup(), /tealight\.db is damaged/);
    expect(await readdir(folder)).toEqual([]);
  });

  test.each([8, 60])('because the disk is full at step %d leaves no file', async (at) => {
    const ended = await backup({ FAULT: 'full', FAULT_AT: String(at) });
    expectSentence(ended, /could not be written: the disk is full/);
    expect(ended.code).toBe(2);
    expect(await readdir(folder)).toEqual([]);
  });

  test('completely says what is missing: a photo that an account has and the disk has not', async () => {
    await rm(join(dataDir, 'photos'), { recursive: true });
    const ended = await backup();
    expect(ended).toMatchObject({
      code: 0,
      output: expect.stringContaining('1 photo is missing on the disk'),
    });
  });

  test.each([
    ['it is asked to stop', 'stop', 143],
    ['its terminal is closed', 'hangup', 129],
  ])('because %s leaves no file, and a restore neither', async (_, fault, code) => {
    const stop = { FAULT: fault, FAULT_AT: '4' };
    const target = join(await newFolder(), 'data');
    for (const ended of [
      await backup(stop),
      await run('restore', [made.plain], { DATA_DIR: target, ...stop }),
    ])
      expect(ended).toMatchObject({ code, output: '', errors: 'Stopped. Nothing was changed.\n' });
    expect(await readdir(folder)).toEqual([]);
    expect(await filesIn(target)).toEqual({});
  });

  test('because a real disk is full leaves no file, and a restore onto it neither', async ({ skip }) => {
    const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', folder]);
    if (mounted.status !== 0) return skip('mounting needs root');
    onTestFinished(() => void spawnSync('umount', [folder]));
    const ended = await backup();
    expectSentence(ended, /could not be written: the disk is full/);
    expect(await readdir(folder)).toEqual([]);
    const target = join(folder, 'data');
    await mkdir(target);
    const restored = await run('restore', [made.plain], { DATA_DIR: target });
    expectSentence(restored, /cannot be written: the disk is full|could not be written: the disk is full/);
    expect(restored.code).toBe(2);
    expect(await filesIn(target)).toEqual({});
  });

  test('keeps as many as it was asked to, with their keys, and nothing of others is removed', async () => {
    await writeFile(join(folder, 'notes.backup'), 'of somebody else');
    const paths: string[] = [];
    for (let round = 0; round < 3; round += 1)
      paths.push(pathIn(await run('backup', ['--to', folder, '--keep', '1'], { DATA_DIR: dataDir })));
    const kept = paths.slice(-1).flatMap((path) => [path, path.replace(/backup$/, 'keys')]);
    const there = (await readdir(folder)).map((name) => join(folder, name)).sort();
    expect(there).toEqual([join(folder, 'notes.backup'), ...kept].sort());
  });
});
