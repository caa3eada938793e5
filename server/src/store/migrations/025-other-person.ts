import type { Kysely } from 'kysely';

/**
 * Readings until this time (epoch ms) may be another person's, who was selected at the wearer's source before: none of
 * them is shown as current. Null: nobody else was selected.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('connections').addColumn('other_person_until', 'bigint').execute();
}
