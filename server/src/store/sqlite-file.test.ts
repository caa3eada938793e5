import { existsSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Kysely, sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { sqliteDialect } from './sqlite.ts';
import { openStore } from './store.ts';
import type { Tables } from './tables.ts';
import { StoreUnavailable } from './unavailable.ts';

function newFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'store-test-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return { folder, file: join(folder, 'tealight.db') };
}

/** A folder as an install leaves it. */
async function installed() {
  const place = newFolder();
  await using _ = await openStore({ url: null, file: place.file });
  writeFileSync(join(place.folder, 'secret.key'), 'a key\n');
  return place;
}

const opening = async (file: string) => {
  await using _ = await openStore({ url: null, file });
};

test.each([
  [
    'empty beside the key of an install',
    (file: string) => truncateSync(file, 0),
    /is empty, but .*secret\.key/,
  ],
  ['cut short', (file: string) => truncateSync(file, 8192), /is damaged or cut short/],
  ['cut within its header', (file: string) => truncateSync(file, 50), /is damaged or cut short/],
  ['something else', (file: string) => writeFileSync(file, 'no database'), /is not a Tealight database/],
])(
  '[OPS-2] a database file that is %s is refused by name and with the remedy',
  async (_, spoil, sentence) => {
    const { file } = await installed();
    spoil(file);
    await expect(opening(file)).rejects.toMatchObject({
      name: 'StartError',
      message: expect.stringMatching(sentence),
    });
    await expect(opening(file)).rejects.toThrow(file);
  },
);

test('[OPS-2] a database that is gone beside its write-ahead log is no new install', async () => {
  const { file } = newFolder();
  writeFileSync(`${file}-wal`, 'some changes');
  await expect(opening(file)).rejects.toThrow(/is missing, but .*-wal/);
  expect(existsSync(file)).toBe(false);
});

test('[OPS-1] an empty file with nothing beside it, as a first start leaves that was cut short, becomes an install', async () => {
  const { file } = newFolder();
  writeFileSync(file, '');
  await opening(file);
});

test('[OPS-2] a second store on the same folder is refused by the number of the process that has it', async () => {
  const { file } = newFolder();
  const place = { url: null, file, locked: true };
  const first = await openStore(place);
  await expect(openStore(place)).rejects.toThrow(`process ${process.pid} on `);
  await first[Symbol.asyncDispose]();
  await using _ = await openStore(place);
});

test('[OPS-2] a lock of another program fails a write in words, holds nothing up, and is forgotten when it ends', async () => {
  const { file } = newFolder();
  const failed: string[] = [];
  await using store = await openStore({ url: null, file }, ({ fault }) => void failed.push(fault));
  const other = new DatabaseSync(file);
  other.exec('begin immediate');
  let turns = 0;
  const timer = setInterval(() => (turns += 1), 10);
  await expect(store.checks.write(1)).rejects.toBeInstanceOf(StoreUnavailable);
  clearInterval(timer);
  // The wait is 5 s long; a process that is held up has no turn in it.
  expect(turns).toBeGreaterThan(50);
  // What comes after one who waited in vain does not wait, also when somebody has read in between.
  expect(await store.outbox.waiting()).toBe(0);
  const began = turns;
  const again = setInterval(() => (turns += 1), 10);
  await expect(store.checks.write(1)).rejects.toThrow('Another program');
  clearInterval(again);
  expect(turns - began).toBeLessThan(100);
  expect(failed).toEqual(['busy', 'busy']);
  other.exec('rollback');
  other.close();
  await store.checks.write(1);
}, 20_000);

test('[OPS-2] a full disk fails a transaction as such, keeps nothing of it, and is over when there is room', async () => {
  const { file } = newFolder();
  await opening(file);
  const failed: string[] = [];
  const dialect = sqliteDialect(file, undefined, ({ fault }) => void failed.push(fault));
  await using db = new Kysely<Tables>({ dialect });
  const limit = (pages: number) => sql`pragma max_page_count = ${sql.lit(pages)}`.execute(db);
  const put = () =>
    db.transaction().execute(async (step) => {
      for (let count = 0; count < 200; count += 1) {
        const name = `${count} ${'x'.repeat(10_000)}`;
        await step.insertInto('duties').values({ name, held_by: '', held_until: 1 }).execute();
      }
    });
  const kept = () => db.selectFrom('duties').select('name').execute();
  await limit(1);
  await expect(put()).rejects.toMatchObject({ fault: 'disk-full' });
  expect(failed).toContain('disk-full');
  expect(await kept()).toEqual([]);
  await limit(1_000_000);
  await put();
  expect(await kept()).toHaveLength(200);
});
