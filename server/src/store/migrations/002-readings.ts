import { type Kysely, PostgresAdapter, sql } from 'kysely';

/** Readings, and the connections they come from. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await connections(db);
  await readings(db);
}

async function connections(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('connections')
    .addColumn('wearer_id', 'bigint', (column) =>
      column.primaryKey().references('wearers.id').onDelete('cascade'),
    )
    .addColumn('source', 'text', (column) => column.notNull())
    .addColumn('sealed_login', 'text')
    .addColumn('sealed_session', 'text')
    .addColumn('revision', 'bigint', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('trouble', 'text')
    .addColumn('since', 'bigint', (column) => column.notNull())
    .addColumn('failures', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('next_at', 'bigint')
    .addColumn('fill_at', 'bigint')
    .addColumn('lease_until', 'bigint', (column) => column.notNull().defaultTo(0))
    .addColumn('lease_by', 'text')
    .addColumn('rhythm', 'text')
    .addColumn('last_reading_at', 'bigint')
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema.createIndex('connections_due').on('connections').columns(['source', 'next_at']).execute();
}

/** Stored in the order in which they are asked for: a wearer's latest stand together. */
async function readings(db: Kysely<unknown>): Promise<void> {
  const postgres = db.getExecutor().adapter instanceof PostgresAdapter;
  const table = db.schema
    .createTable('readings')
    .addColumn('wearer_id', 'bigint', (column) =>
      column.notNull().references('wearers.id').onDelete('cascade'),
    )
    .addColumn('taken_at', 'bigint', (column) => column.notNull())
    .addColumn('mgdl', 'integer', (column) => column.notNull())
    .addColumn('trend', 'text', (column) => column.notNull());
  if (!postgres) {
    await table
      .addPrimaryKeyConstraint('readings_key', ['wearer_id', 'taken_at'])
      .modifyEnd(sql`without rowid`)
      .execute();
    return;
  }
  await table.execute();
  await sql`alter table readings add primary key (wearer_id, taken_at) include (mgdl, trend)`.execute(db);
}
