import type { Kysely } from 'kysely';

/** Used links are stored for a while, so that using one again can say what it did. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('links').addColumn('spent_at', 'bigint').execute();
}
