import { CompiledQuery, Kysely } from 'kysely';
import { openAll } from '../../shared/open-all.ts';
import { photoStore } from '../accounts/photos.ts';
import type { Db } from '../db.ts';
import { postgresDialect } from '../postgres/postgres.ts';
import { serverStartError } from '../postgres/postgres-faults.ts';
import type { Tables } from '../tables.ts';
import { type DatabaseSource, NoTealight, type StoredPhoto } from './contents.ts';
import { batchesOf, type Value } from './lines.ts';
import { lastIdsIn, shapesIn } from './postgres-shapes.ts';
import { selectAll, selectMigrations, selectPhotoFiles } from './queries.ts';
import type { TableShape } from './shapes.ts';

/** Rows that are fetched at a time. Own choice: an email takes some 20 kB. */
const FETCHED_ROWS = 1000;

export type Address = { url: string; setting?: string };

/** Reads a database in one transaction that sees the moment of its beginning. */
export async function openPostgresSource({
  url,
  setting,
}: Address): Promise<DatabaseSource & AsyncDisposable> {
  const db = new Kysely<Tables>({ dialect: postgresDialect({ url, timeouts: 'unlimited' }) });
  return openAll(async (resources) => {
    resources.adopt(db, (opened) => opened.destroy());
    try {
      const transaction = await db
        .startTransaction()
        .setIsolationLevel('repeatable read')
        .setAccessMode('read only')
        .execute();
      // A connection that is lost has no transaction any more.
      resources.defer(() =>
        transaction
          .rollback()
          .execute()
          .catch(() => {}),
      );
      const source = await postgresSource(transaction, setting);
      return { ...source, [Symbol.asyncDispose]: () => resources.disposeAsync() };
    } catch (error) {
      throw serverStartError(error, setting);
    }
  });
}

/** Everything that a transaction sees. */
export async function postgresSource(db: Db, setting = 'DATABASE_URL'): Promise<DatabaseSource> {
  const all = await shapesIn(db);
  if (!all.some(({ name }) => name === 'migrations'))
    throw new NoTealight(`The database of ${setting} has no Tealight. Check the address`);
  const hasPhotos = all.some(({ name }) => name === 'photos');
  const names = await query(db, selectMigrations);
  return {
    migrations: names.map(({ name }) => String(name)),
    tables: all.filter(({ name }) => name !== 'photos'),
    lastIds: await lastIdsIn(db),
    rows: (table) => batchesOf(rowsOf(db, table)),
    photos: () => photosIn(db, hasPhotos),
    async namesOfPhotoFiles() {
      return (await query(db, selectPhotoFiles(hasPhotos))).map(({ name }) => String(name));
    },
  };
}

async function* rowsOf(db: Db, table: TableShape): AsyncGenerator<Value[]> {
  for await (const row of fetched(db, selectAll(table)))
    yield table.columns.map((column) => row[column.name] ?? null);
}

let cursors = 0;

/** The rows of a query, of which only some are in memory. */
async function* fetched(db: Db, sql: string): AsyncGenerator<Record<string, Value>> {
  cursors += 1;
  const cursor = `tealight_${cursors}`;
  await query(db, `declare ${cursor} no scroll cursor for ${sql}`);
  for (;;) {
    const rows = await query(db, `fetch ${FETCHED_ROWS} from ${cursor}`);
    yield* rows as Record<string, Value>[];
    if (rows.length < FETCHED_ROWS) break;
  }
  await query(db, `close ${cursor}`);
}

async function* photosIn(db: Db, hasPhotos: boolean): AsyncGenerator<StoredPhoto> {
  if (!hasPhotos) return;
  for await (const { name, created_at: createdAt } of fetched(
    db,
    'select name, created_at from photos order by name',
  ))
    yield { name: String(name), createdAt: Number(createdAt), content: photoStore(db).read(String(name)) };
}

async function query(db: Db, sql: string): Promise<Record<string, unknown>[]> {
  try {
    return (await db.executeQuery<Record<string, unknown>>(CompiledQuery.raw(sql))).rows;
  } catch (error) {
    throw serverStartError(error);
  }
}
