import { Kysely, sql } from 'kysely';
import { openAll } from '../shared/open-all.ts';
import { type DatabaseLocation, type Db, databaseClock } from './db.ts';
import { checkStore } from './health-checks.ts';
import { unknownMigrations } from './migrate.ts';
import { sqliteDialect } from './sqlite/sqlite.ts';
import type { Tables } from './tables.ts';

/** A database that is looked at, and neither migrated nor locked. */
export type InspectedDatabase = AsyncDisposable & {
  /** Of PostgreSQL, such as 16; null for SQLite. */
  majorVersion: number | null;
  /** How long a query takes, ms. */
  latencyMs: number;
  /** Whether Tealight has started with it before. */
  hasTables: boolean;
  /** Names of migrations that this code does not know: the database is of a newer one. */
  unknownMigrations: readonly string[];
  /** As `Store.clock.read`. */
  readClock: ReturnType<typeof databaseClock>['read'];
  checks: ReturnType<typeof checkStore>;
  /** Writes in a transaction, and rolls it back. Throws the database's error. */
  tryWriting(): Promise<void>;
};

class RolledBack extends Error {}

/** Opens a database as it is; an SQLite file only for reading, so that a server that uses it is not disturbed. */
export function inspectDatabase(location: DatabaseLocation): Promise<InspectedDatabase> {
  return openAll(async (resources) => {
    const dialect =
      location.url === null ? sqliteDialect(location.file, { readOnly: true }) : await postgres(location);
    const db: Db = resources.adopt(new Kysely<Tables>({ dialect }), (opened) => opened.destroy());
    await sql`select 1`.execute(db);
    const startedAt = performance.now();
    await sql`select 1`.execute(db);
    const latencyMs = performance.now() - startedAt;
    return {
      latencyMs,
      hasTables: await hasTable(db, 'connections', location.url !== null),
      unknownMigrations: await unknownMigrationsIn(db, location.url !== null),
      majorVersion: location.url === null ? null : await majorVersionOf(db),
      readClock: databaseClock(db).read,
      checks: checkStore(db),
      async tryWriting() {
        const work = db.transaction().execute(async (transaction) => {
          await sql`create table tealight_doctor (written integer)`.execute(transaction);
          await sql`insert into tealight_doctor values (1)`.execute(transaction);
          throw new RolledBack();
        });
        await work.catch((error: unknown) => {
          if (!(error instanceof RolledBack)) throw error;
        });
      },
      [Symbol.asyncDispose]: () => resources.disposeAsync(),
    };
  });
}

async function postgres({ url, schema }: DatabaseLocation) {
  const { postgresDialect } = await import('./postgres/postgres.ts');
  return postgresDialect({ url: url ?? '', schema });
}

/** In the schema of this connection: other schemas of the database may be those of others. */
async function hasTable(db: Db, name: 'connections' | 'migrations', isPostgres: boolean): Promise<boolean> {
  const found = isPostgres
    ? sql<{ name: string | null }>`select to_regclass(${name})::text as name`
    : sql<{ name: string }>`select name from sqlite_master where name = ${name}`;
  const { rows } = await found.execute(db);
  return (rows[0]?.name ?? null) !== null;
}

async function unknownMigrationsIn(db: Db, isPostgres: boolean): Promise<string[]> {
  if (!(await hasTable(db, 'migrations', isPostgres))) return [];
  const { rows } = await sql<{ name: string }>`select name from migrations order by name`.execute(db);
  return unknownMigrations(rows.map(({ name }) => name));
}

/** `server_version_num` is the major version times 10000, plus the minor one. */
async function majorVersionOf(db: Db): Promise<number> {
  const { rows } = await sql<{ version: string }>`
    select current_setting('server_version_num') as version`.execute(db);
  return Math.floor(Number(rows[0]?.version ?? 0) / 10_000);
}
