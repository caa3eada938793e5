import { dirname } from 'node:path';
import { type Dialect, Kysely, type LogEvent } from 'kysely';
import { openAll } from '../shared/open-all.ts';
import type { OnStoreFault } from '../shared/store-errors.ts';
import type { DatabaseLocation, Db } from './db.ts';
import { migrate } from './migrate.ts';
import { lockDataFolder } from './sqlite/data-lock.ts';
import { type OnWrite, sqliteDialect } from './sqlite/sqlite.ts';
import { checkDatabaseFile, openingError } from './sqlite/sqlite-file.ts';
import type { Tables } from './tables.ts';

/** Called after each query with its duration in ms, waiting for a connection not included. */
export type OnQuery = (ms: number, outcome: 'ok' | 'failed') => void;
/** The connections to the database server, and the queries that wait for one. */
export type PoolCounts = { open: number; idle: number; waiting: number };

type Callbacks = { onWrite: OnWrite; onFault: OnStoreFault; onQuery?: OnQuery };
type Opened = AsyncDisposable & { db: Db; pool: () => PoolCounts | null };

/** Opens and migrates the database. Throws `StartError`, also when the database is newer than this code. */
export function openDatabase(location: DatabaseLocation, callbacks: Callbacks): Promise<Opened> {
  return openAll((resources) => openIn(resources, location, callbacks));
}

async function openIn(
  resources: AsyncDisposableStack,
  location: DatabaseLocation,
  callbacks: Callbacks,
): Promise<Opened> {
  const { onQuery } = callbacks;
  const log = ({ level, queryDurationMillis }: LogEvent) =>
    onQuery?.(queryDurationMillis, level === 'query' ? 'ok' : 'failed');
  const open = (dialect: Dialect) =>
    resources.adopt(new Kysely<Tables>({ dialect, ...(onQuery && { log }) }), (opened) => opened.destroy());
  let pool = (): PoolCounts | null => null;
  const onPool = (counts: () => PoolCounts) => {
    pool = counts;
  };
  const db = await (location.url === null
    ? openSqlite(location, { ...callbacks, open, resources })
    : openPostgres({ ...location, url: location.url }, { ...callbacks, open, onPool }));
  return { db, pool, [Symbol.asyncDispose]: () => resources.disposeAsync() };
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
  const db = open(sqliteDialect(file, { onWrite, onFault }));
  await migrate(db).catch((error: unknown) => {
    throw openingError(error, file);
  });
  return db;
}

// The driver is loaded only when it is used.
async function openPostgres(
  { url, schema }: DatabaseLocation & { url: string },
  { onFault, open, onPool }: OpenOptions & { onPool: (counts: () => PoolCounts) => void },
): Promise<Db> {
  const { createSchema, postgresDialect } = await import('./postgres/postgres.ts');
  const { serverStartError } = await import('./postgres/postgres-faults.ts');
  try {
    if (schema !== undefined) await createSchema(url, schema);
    const unlimited = new Kysely<Tables>({
      dialect: postgresDialect({ url, schema, timeouts: 'unlimited' }),
    });
    await migrate(unlimited).finally(() => unlimited.destroy());
  } catch (error) {
    throw serverStartError(error);
  }
  return open(postgresDialect({ url, schema, onPool }, onFault));
}
