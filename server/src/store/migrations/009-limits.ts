import type { Kysely } from 'kysely';

/** Limits for all nodes, and the known networks of accounts. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('limits')
    .addColumn('key', 'text', (column) => column.primaryKey())
    .addColumn('level', 'double precision', (column) => column.notNull())
    .addColumn('at', 'bigint', (column) => column.notNull())
    .addColumn('closed_until', 'bigint', (column) => column.notNull())
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema.createIndex('limits_expiring').on('limits').column('expires_at').execute();
  await db.schema
    .createTable('known_places')
    .addColumn('account_id', 'bigint', (column) =>
      column.notNull().references('accounts.id').onDelete('cascade'),
    )
    .addColumn('place', 'text', (column) => column.notNull())
    .addColumn('used_at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('known_places_key', ['account_id', 'place'])
    .execute();
}
