import { dirname } from 'node:path';
import { type Dialect, Kysely } from 'kysely';
import { StartError } from '../start-error.ts';
import { lockDataFolder } from './data-lock.ts';
import type { Db, StorePlace } from './db.ts';
import { migrate } from './migrate.ts';
import { sqliteDialect, type Wrote } from './sqlite.ts';
import { checkDatabaseFile, openingError } from './sqlite-file.ts';
import type { Tables } from './tables.ts';
import { type OnStoreFault, StoreUnavailable } from './unavailable.ts';

type Hears = { wrote: Wrote; failed: OnStoreFault };

/** The database, opened and up to date. Throws `StartError`, and when it is newer than this code. */
export async function openDatabase(place: StorePlace, hears: Hears): Promise<AsyncDisposable & { db: Db }> {
  await using parts = new AsyncDisposableStack();
  const opened = (dialect: Dialect) => parts.adopt(new Kysely<Tables>({ dialect }), (open) => open.destroy());
  const db = await (place.url === null
    ? openSqlite(place, { ...hears, opened, parts })
    : openPostgres({ ...place, url: place.url }, { ...hears, opened }));
  const open = parts.move();
  return { db, [Symbol.asyncDispose]: () => open.disposeAsync() };
}

type Opening = Hears & { opened: (dialect: Dialect) => Db };

async function openSqlite(
  { file, locked }: StorePlace,
  { wrote, failed, opened, parts }: Opening & { parts: AsyncDisposableStack },
): Promise<Db> {
  if (file !== ':memory:') {
    await checkDatabaseFile(file);
    if (locked) parts.use(await lockDataFolder(dirname(file)));
  }
  const db = opened(sqliteDialect(file, wrote, failed));
  await migrate(db).catch((error: unknown) => {
    throw openingError(error, file);
  });
  return db;
}

// PostgreSQL's driver is loaded only by those who have one.
async function openPostgres(
  { url, schema }: StorePlace & { url: string },
  { failed, opened }: Opening,
): Promise<Db> {
  const { makeSchema, postgresDialect } = await import('./postgres.ts');
  try {
    if (schema !== undefined) await makeSchema(url, schema);
    const unlimited = new Kysely<Tables>({ dialect: postgresDialect({ url, schema, limits: 'unlimited' }) });
    await migrate(unlimited).finally(() => unlimited.destroy());
  } catch (error) {
    throw error instanceof StoreUnavailable ? new StartError(postgresSentence(error)) : error;
  }
  return opened(postgresDialect({ url, schema }, failed));
}

/** Never the address: it holds a password. */
function postgresSentence({ cause }: StoreUnavailable): string {
  const { code } = (cause ?? {}) as { code?: string };
  const why = code === undefined ? '' : ` (${code})`;
  return `The PostgreSQL server of DATABASE_URL cannot be used${why}. Check the address, the login and that the server runs, then start again`;
}
