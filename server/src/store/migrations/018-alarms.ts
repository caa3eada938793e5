import type { Kysely } from 'kysely';
import { withId } from './columns.ts';

/** Alarms: settings, what was decided last, snoozes, and the episodes of the last weeks. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await settings(db);
  await watch(db);
  await snoozes(db);
  await episodes(db);
}

async function settings(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('alarm_settings')
    .addColumn('wearer_id', 'bigint', (column) =>
      column.primaryKey().references('wearers.id').onDelete('cascade'),
    )
    .addColumn('is_on', 'integer', (column) => column.notNull())
    .addColumn('rules', 'text')
    .addColumn('accepted_by', 'bigint')
    .addColumn('accepted_at', 'bigint')
    .execute();
}

/** A row for each wearer with alarms on. */
async function watch(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('alarm_watch')
    .addColumn('wearer_id', 'bigint', (column) =>
      column.primaryKey().references('wearers.id').onDelete('cascade'),
    )
    .addColumn('next_at', 'bigint')
    .addColumn('claimed_by', 'text')
    .addColumn('state', 'text')
    .execute();
  await db.schema.createIndex('alarm_watch_due').on('alarm_watch').column('next_at').execute();
}

/** `account_id` 0: for everybody. `until` null: until readings come. Accounts without references: 0 is none. */
async function snoozes(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('alarm_snoozes')
    .addColumn('wearer_id', 'bigint', (column) =>
      column.notNull().references('wearers.id').onDelete('cascade'),
    )
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('account_id', 'bigint', (column) => column.notNull())
    .addColumn('until', 'bigint')
    .addColumn('set_by', 'bigint', (column) => column.notNull())
    .addColumn('set_at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('alarm_snoozes_once', ['wearer_id', 'kind', 'account_id'])
    .execute();
}

/** An episode has one row from its beginning to its end, found by its name; `worst_rank` is that of its worst kind, `worst_mgdl` its lowest or highest reading. */
async function episodes(db: Kysely<unknown>): Promise<void> {
  await withId(db, db.schema.createTable('alarm_episodes'))
    .addColumn('wearer_id', 'bigint', (column) =>
      column.notNull().references('wearers.id').onDelete('cascade'),
    )
    .addColumn('episode', 'text', (column) => column.notNull())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('worst_rank', 'integer', (column) => column.notNull())
    .addColumn('began_at', 'bigint', (column) => column.notNull())
    .addColumn('ended_at', 'bigint')
    .addColumn('rang_at', 'bigint')
    .addColumn('rings', 'integer', (column) => column.notNull())
    .addColumn('seen_at', 'bigint')
    .addColumn('seen_by', 'bigint')
    .addColumn('mgdl', 'integer', (column) => column.notNull())
    .addColumn('worst_mgdl', 'integer', (column) => column.notNull())
    .addColumn('taken_at', 'bigint', (column) => column.notNull())
    .addUniqueConstraint('alarm_episodes_once', ['wearer_id', 'episode'])
    .execute();
  await db.schema
    .createIndex('alarm_episodes_of_wearer')
    .on('alarm_episodes')
    .columns(['wearer_id', 'id'])
    .execute();
  await db.schema.createIndex('alarm_episodes_began').on('alarm_episodes').column('began_at').execute();
}
