import type { Kysely } from 'kysely';

/** Which readings were filled in after newer ones, and when displays count them as modified. Times in epoch ms. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('filled_spans')
    .addColumn('wearer_id', 'bigint', (column) =>
      column.notNull().references('wearers.id').onDelete('cascade'),
    )
    .addColumn('first_at', 'bigint', (column) => column.notNull())
    .addColumn('last_at', 'bigint', (column) => column.notNull())
    .addColumn('first_modified', 'bigint', (column) => column.notNull())
    .addColumn('last_modified', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('filled_spans_once', ['wearer_id', 'last_modified'])
    .execute();
}
