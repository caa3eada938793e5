import type { Kysely } from 'kysely';

/** Links that were followed are kept a while, so that following one again can say what it did. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('links').addColumn('spent_at', 'bigint').execute();
}
