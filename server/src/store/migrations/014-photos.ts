import { type Kysely, PostgresAdapter, sql } from 'kysely';

/** Files of profile photos, where several nodes share the database. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter;
  await db.schema
    .createTable('photos')
    .addColumn('name', 'text', (column) => column.primaryKey())
    .addColumn('content', isPostgres ? 'bytea' : sql`blob`, (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .execute();
}
