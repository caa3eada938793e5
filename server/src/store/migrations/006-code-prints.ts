import type { Kysely } from 'kysely';

/** Hashes of connection codes, for devices that never send the code itself. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('code_prints')
    .addColumn('print', 'text', (column) => column.primaryKey())
    .addColumn('wearer_id', 'bigint', (column) =>
      column.notNull().references('wearers.id').onDelete('cascade'),
    )
    .addColumn('code', 'text', (column) => column.notNull())
    .execute();
  await db.schema.createIndex('code_prints_of_wearer').on('code_prints').column('wearer_id').execute();
}
