import type { Kysely } from 'kysely';

/** Leader locks, and wearers who are announced to Home Assistant. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('duties')
    .addColumn('name', 'text', (column) => column.primaryKey())
    .addColumn('held_by', 'text', (column) => column.notNull())
    .addColumn('held_until', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema
    .alterTable('lamps')
    .addColumn('home_assistant', 'integer', (column) => column.notNull().defaultTo(0))
    .execute();
}
