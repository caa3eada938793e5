import { type Kysely, sql } from 'kysely';
import { StartError } from '../shared/start-error.ts';
import type { Db } from './db.ts';
import { isPostgres } from './db.ts';
import { type Migration, migrations } from './migrations/index.ts';

/**
 * Migrates the database to the schema of this code: forward only, all steps or none, one node at a time. Throws
 * `StartError` when the database has migrations of newer code, which this code could damage.
 */
export async function migrate(db: Db, known: readonly Migration[] = migrations): Promise<void> {
  await db.transaction().execute((transaction) => migrateIn(transaction, known));
}

/** The same in a transaction of the caller. */
export async function migrateIn(transaction: Db, known: readonly Migration[]): Promise<void> {
  await lockMigrations(transaction);
  const log = transaction as unknown as Kysely<{ migrations: { name: string; done_at: number } }>;
  await log.schema
    .createTable('migrations')
    .ifNotExists()
    .addColumn('name', 'text', (column) => column.primaryKey())
    .addColumn('done_at', 'bigint', (column) => column.notNull())
    .execute();
  const done = new Set((await log.selectFrom('migrations').select('name').execute()).map(({ name }) => name));
  rejectNewer(done, known);
  for (const { name, up } of known) {
    if (done.has(name)) continue;
    await up(transaction as unknown as Kysely<unknown>);
    await log.insertInto('migrations').values({ name, done_at: Date.now() }).execute();
  }
}

/** Those of the names that this code does not know: the database or the backup is of newer code. */
export const unknownMigrations = (names: readonly string[]): string[] =>
  names.filter((name) => !migrations.some((known) => known.name === name));

/** The migrations with these names, which are known, in their order. */
export const migrationsNamed = (names: readonly string[]): Migration[] =>
  migrations.filter(({ name }) => names.includes(name));

/** In PostgreSQL, nodes that start together wait here for each other; SQLite's transaction locks the whole file. */
export async function lockMigrations(db: Db): Promise<void> {
  if (isPostgres(db)) {
    await sql`select pg_advisory_xact_lock(hashtext('tealight.migrations.' || current_schema()))`.execute(db);
  }
}

function rejectNewer(done: ReadonlySet<string>, known: readonly Migration[]): void {
  const names = new Set(known.map(({ name }) => name));
  const unknown = [...done].filter((name) => !names.has(name)).sort();
  if (unknown.length > 0) throw new StartError(newerDatabase(unknown));
}

/** The problem and its remedy. `unknown`: names of migrations. */
export function newerDatabase(unknown: readonly string[]): string {
  return (
    `This database was made by a newer Tealight: it has ${unknown.join(', ')}, which this version does not know. ` +
    'Start the newer version again, or restore the backup from before the update'
  );
}
