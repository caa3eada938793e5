import type { Kysely } from 'kysely';

/** Topics with a retained message on the operator's broker. No reference to wearers: they outlive an erased account. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('mqtt_topics')
    .addColumn('topic', 'text', (column) => column.primaryKey())
    .addColumn('wearer_id', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema.createIndex('mqtt_topics_of_wearer').on('mqtt_topics').column('wearer_id').execute();
}
