import type { Kysely } from 'kysely';

/** Pending sign-ins at a vendor's page, and emails about lost sources. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('sign_ins')
    .addColumn('wearer_id', 'bigint', (column) =>
      column.primaryKey().references('wearers.id').onDelete('cascade'),
    )
    .addColumn('source', 'text', (column) => column.notNull())
    .addColumn('key_hash', 'text', (column) => column.notNull())
    .addColumn('sealed', 'text', (column) => column.notNull())
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema
    .createTable('loss_letters')
    .addColumn('wearer_id', 'bigint', (column) =>
      column.primaryKey().references('wearers.id').onDelete('cascade'),
    )
    .addColumn('lost_since', 'bigint', (column) => column.notNull())
    .addColumn('written_at', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema.createIndex('connections_standing').on('connections').columns(['state', 'since']).execute();
}
