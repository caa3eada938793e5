import type { Kysely } from 'kysely';

/** Settings of a wearer's statistics, and the retention period of readings. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('story_settings')
    .addColumn('wearer_id', 'bigint', (column) =>
      column.primaryKey().references('wearers.id').onDelete('cascade'),
    )
    .addColumn('time_zone', 'text')
    .addColumn('population', 'text', (column) => column.notNull())
    .addColumn('keep_days', 'integer')
    .execute();
}
