import type { Kysely } from 'kysely';

/** Duties that one node has for all, and wearers whom Home Assistant shall find. */
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
