import type { Kysely } from 'kysely';

/** Which readings a wearer's displays may read. Wearers without a row let them read the last ten days. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('display_settings')
    .addColumn('wearer_id', 'bigint', (column) =>
      column.primaryKey().references('wearers.id').onDelete('cascade'),
    )
    .addColumn('all_history', 'integer', (column) => column.notNull())
    .execute();
}
