import type { Kysely } from 'kysely';

/** Devices that have used a wearer's code, and the settings of the wearer's lamps. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('devices')
    .addColumn('wearer_id', 'bigint', (column) =>
      column.notNull().references('wearers.id').onDelete('cascade'),
    )
    .addColumn('device_id', 'text', (column) => column.notNull())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('name', 'text')
    .addColumn('muted', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('first_seen_at', 'bigint', (column) => column.notNull())
    .addColumn('last_seen_at', 'bigint', (column) => column.notNull())
    .addColumn('live_until', 'bigint', (column) => column.notNull())
    .addColumn('held_by', 'text')
    .addPrimaryKeyConstraint('devices_key', ['wearer_id', 'device_id'])
    .execute();
  await db.schema
    .createTable('lamps')
    .addColumn('wearer_id', 'bigint', (column) =>
      column.primaryKey().references('wearers.id').onDelete('cascade'),
    )
    .addColumn('day_brightness', 'double precision', (column) => column.notNull())
    .addColumn('night_brightness', 'double precision', (column) => column.notNull())
    .addColumn('night_from', 'integer')
    .addColumn('night_until', 'integer')
    .addColumn('time_zone', 'text', (column) => column.notNull())
    .addColumn('in_range', 'text', (column) => column.notNull())
    .addColumn('trying_since', 'bigint')
    .execute();
}
