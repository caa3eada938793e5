import type { Kysely } from 'kysely';

/** Whether lamps flash the rhythm of an alarm, and muted ones too for an urgent low. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const column of ['alarm_rhythm', 'alarm_when_muted'])
    await db.schema
      .alterTable('lamps')
      .addColumn(column, 'integer', (definition) => definition.notNull().defaultTo(0))
      .execute();
}
