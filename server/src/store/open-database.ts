import { dirname } from 'node:path';
import { type Dialect, Kysely } from 'kysely';
import { openAll } from '../shared/open-all.ts';
import { StartError } from '../shared/start-error.ts';
import { type OnStoreFault, StoreUnavailable } from '../shared/store-unavailable.ts';
import type { DatabaseLocation, Db } from './db.ts';
import { migrate } from './migrate.ts';
import { lockDataFolder } from './sqlite/data-lock.ts';
import { type OnWrite, sqliteDialect } from './sqlite/sqlite.ts';
import { checkDatabaseFile, openingError } from './sqlite/sqlite-file.ts';
import type { Tables } from './tables.ts';

type Callbacks = { onWrite: OnWrite; onFault: OnStoreFault };

/** Opens and migrates the database. Throws `StartError`, and an error when the database is newer than this code. */
export function openDatabase(
  location: DatabaseLocation,
  callbacks: Callbacks,
): Promise<AsyncDisposable & { db: Db }> {
  return openAll((resources) => openIn(resources, location, callbacks));
}

async function openIn(resources: AsyncDisposableStack, location: DatabaseLocation, callbacks: Callbacks) {
  const open = (dialect: Dialect) =>
    resources.adopt(new Kysely<Tables>({ dialect }), (opened) => opened.destroy());
  const db = await (location.url === null
    ? openSqlite(location, { ...callbacks, open, resources })
    : openPostgres({ ...location, url: location.url }, { ...callbacks, open }));
  return { db, [Symbol.asyncDispose]: () => resources.disposeAsync() };
}

type OpenOptions = Callbacks & { open: (dialect: Dialect) => Db };

async function openSqlite(
  { file, locked }: DatabaseLocation,
  { onWrite, onFault, open, resources }: OpenOptions & { resources: AsyncDisposableStack },
): Promise<Db> {
  if (file !== ':memory:') {
    await checkDatabaseFile(file);
    if (locked) resources.use(await lockDataFolder(dirname(file)));
  }
  const db = open(sqliteDialect(file, onWrite, onFault));
  await migrate(db).catch((error: unknown) => {
    throw openingError(error, file);
  });
  return db;
}

// The driver is loaded only when it is used.
async function openPostgres(
  { url, schema }: DatabaseLocation & { url: string },
  { onFault, open }: OpenOptions,
): Promise<Db> {
  const { createSchema, postgresDialect } = await import('./postgres/postgres.ts');
  try {
    if (schema !== undefined) await createSchema(url, schema);
    const unlimited = new Kysely<Tables>({
      dialect: postgresDialect({ url, schema, timeouts: 'unlimited' }),
    });
    await migrate(unlimited).finally(() => unlimited.destroy());
  } catch (error) {
    throw error instanceof StoreUnavailable ? new StartError(messageOf(error)) : error;
  }
  return open(postgresDialect({ url, schema }, onFault));
}

/** Never contains the address, which has a password. */
function messageOf({ cause }: StoreUnavailable): string {
  const { code } = (cause ?? {}) as { code?: string };
  const why = code === undefined ? '' : ` (${code})`;
  return `The PostgreSQL server of DATABASE_URL cannot be used${why}. Check the address, the login and that the server runs, then start again`;
}
