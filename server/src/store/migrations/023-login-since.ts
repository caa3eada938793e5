import type { Kysely } from 'kysely';

/**
 * Since when a connection's readings come from the same login and person, which connecting again with the kept login
 * does not change. Null: since it was made.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('connections').addColumn('login_since', 'bigint').execute();
}
