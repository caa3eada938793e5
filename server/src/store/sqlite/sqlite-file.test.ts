import { existsSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Kysely, sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { type StartError, startErrorOf } from '../../shared/start-error.ts';
import { StoreUnavailable } from '../../shared/store-errors.ts';
import { openStore } from '../store.ts';
import type { Tables } from '../tables.ts';
import { sqliteDialect } from './sqlite.ts';
import { openingError } from './sqlite-file.ts';

function newFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'store-test-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return { folder, file: join(folder, 'tealight.db') };
}

/** A folder with the files of an installation. */
async function newInstallation() {
  const location = newFolder();
  await using _ = await openStore({ url: null, file: location.file });
  writeFileSync(join(location.folder, 'secret.key'), 'a key\n');
  return location;
}

const openAndClose = async (file: string) => {
  await using _ = await openStore({ url: null, file });
};

test.each([
  [
    'empty beside the key of an installation',
    (file: string) => truncateSync(file, 0),
    /is empty, but .*secret\.key/,
  ],
  ['cut short', (file: string) => truncateSync(file, 8192), /is damaged or cut short/],
  ['cut within its header', (file: string) => truncateSync(file, 50), /is damaged or cut short/],
  ['something else', (file: string) => writeFileSync(file, 'no database'), /is not a Tealight database/],
])(
  '[OPS-2] a database file that is %s is rejected with its name and the remedy',
  async (_, damage, message) => {
    const { file } = await newInstallation();
    damage(file);
    await expect(openAndClose(file)).rejects.toMatchObject({
      name: 'StartError',
      message: expect.stringMatching(message),
    });
    await expect(openAndClose(file)).rejects.toThrow(file);
  },
);

test('[OPS-2] a missing database beside its write-ahead log is not a new installation', async () => {
  const { file } = newFolder();
  writeFileSync(`${file}-wal`, 'some changes');
  await expect(openAndClose(file)).rejects.toThrow(/is missing, but .*-wal/);
  expect(existsSync(file)).toBe(false);
});

test('[OPS-1] an empty file alone, as an interrupted first start leaves it, becomes an installation', async () => {
  const { file } = newFolder();
  writeFileSync(file, '');
  await openAndClose(file);
});

test.each([
  ['disk-full', true],
  ['busy', true],
  ['damaged', false],
  ['read-only', false],
  ['unreachable', false],
] as const)('[OPS-3] whether a start waits for the end of the fault %s: %s', (fault, isTemporary) => {
  expect(openingError(new StoreUnavailable(fault), 'tealight.db')).toMatchObject({
    name: 'StartError',
    isTemporary,
  });
});

test('[OPS-3] a start waits for space on a full disk, and not for a folder that it may not use', () => {
  const temporary = ['ENOSPC', 'EDQUOT', 'EACCES', 'EROFS'].map(
    (code) => (startErrorOf(Object.assign(new Error(code), { code }), '/data') as StartError).isTemporary,
  );
  expect(temporary).toEqual([true, true, false, false]);
});

test('[OPS-2] a second store in the same folder is rejected with the process id of the first', async () => {
  const { file } = newFolder();
  const location = { url: null, file, locked: true };
  const first = await openStore(location);
  await expect(openStore(location)).rejects.toThrow(`process ${process.pid} on `);
  await first[Symbol.asyncDispose]();
  await using _ = await openStore(location);
});

test('[OPS-2] a lock of another program fails a write with a message, blocks nothing, and has no effect after its end', async () => {
  const { file } = newFolder();
  const failed: string[] = [];
  await using store = await openStore({ url: null, file }, ({ fault }) => void failed.push(fault));
  const other = new DatabaseSync(file);
  other.exec('begin immediate');
  let ticks = 0;
  const timer = setInterval(() => (ticks += 1), 10);
  await expect(store.checks.write(1)).rejects.toBeInstanceOf(StoreUnavailable);
  clearInterval(timer);
  // The wait takes 5 s; a blocked process would not run timers, and a busy machine some of these 500.
  expect(ticks).toBeGreaterThan(5);
  // After a timeout the next write does not wait, even after a read in between.
  expect(await store.outbox.waiting()).toBe(0);
  const began = ticks;
  const again = setInterval(() => (ticks += 1), 10);
  await expect(store.checks.write(1)).rejects.toThrow('Another program');
  clearInterval(again);
  expect(ticks - began).toBeLessThan(100);
  expect(failed).toEqual(['busy', 'busy']);
  other.exec('rollback');
  other.close();
  await store.checks.write(1);
});

test('[OPS-2] a full disk fails a transaction, which stores nothing, and the next one works when there is space', async () => {
  const { file } = newFolder();
  await openAndClose(file);
  const failed: string[] = [];
  const dialect = sqliteDialect(file, { onFault: ({ fault }) => void failed.push(fault) });
  await using db = new Kysely<Tables>({ dialect });
  const limit = (pages: number) => sql`pragma max_page_count = ${sql.lit(pages)}`.execute(db);
  const put = () =>
    db.transaction().execute(async (transaction) => {
      for (let count = 0; count < 200; count += 1) {
        const name = `${count} ${'x'.repeat(10_000)}`;
        await transaction.insertInto('leader_locks').values({ name, held_by: '', held_until: 1 }).execute();
      }
    });
  const stored = () => db.selectFrom('leader_locks').select('name').execute();
  await limit(1);
  await expect(put()).rejects.toMatchObject({ fault: 'disk-full' });
  expect(failed).toContain('disk-full');
  expect(await stored()).toEqual([]);
  await limit(1_000_000);
  await put();
  expect(await stored()).toHaveLength(200);
});
