import { type Kysely, sql } from 'kysely';
import type { Db } from './db.ts';
import { isPostgres } from './db.ts';
import { type Migration, migrations } from './migrations/index.ts';

/**
 * Brings the database to what this code knows: forward only, all steps or none, one node at a time.
 *
 * Throws  when the database was made by newer code: old code would not know what it writes over.
 */
export async function migrate(db: Db, known: readonly Migration[] = migrations): Promise<void> {
  await db.transaction().execute(async (step) => {
    await alone(step);
    const log = step as unknown as Kysely<{ migrations: { name: string; done_at: number } }>;
    await log.schema
      .createTable('migrations')
      .ifNotExists()
      .addColumn('name', 'text', (column) => column.primaryKey())
      .addColumn('done_at', 'bigint', (column) => column.notNull())
      .execute();
    const done = new Set(
      (await log.selectFrom('migrations').select('name').execute()).map(({ name }) => name),
    );
    refuseNewer(done, known);
    for (const { name, up } of known) {
      if (done.has(name)) continue;
      await up(step as unknown as Kysely<unknown>);
      await log.insertInto('migrations').values({ name, done_at: Date.now() }).execute();
    }
  });
}

/** SQLite's transaction has the whole file; in PostgreSQL nodes that start together wait here for each other. */
async function alone(db: Db): Promise<void> {
  if (isPostgres(db)) {
    await sql`select pg_advisory_xact_lock(hashtext('tealight.migrations.' || current_schema()))`.execute(db);
  }
}

function refuseNewer(done: ReadonlySet<string>, known: readonly Migration[]): void {
  const names = new Set(known.map(({ name }) => name));
  const strange = [...done].filter((name) => !names.has(name)).sort();
  if (strange.length === 0) return;
  throw new Error(
    `This database was made by a newer Tealight: it has ${strange.join(', ')}, which this version does not know. ` +
      'Start the newer version again, or restore the backup from before the update.',
  );
}
