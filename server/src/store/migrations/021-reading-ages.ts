import type { Kysely } from 'kysely';

/** What the metrics count of all connections is in one index: the table itself, with its encrypted sessions, is not read. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createIndex('connections_reading_ages')
    .on('connections')
    .columns(['source', 'state', 'error_code', 'last_reading_at'])
    .execute();
}
