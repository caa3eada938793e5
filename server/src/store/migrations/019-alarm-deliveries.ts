import type { Kysely } from 'kysely';
import { withId } from './columns.ts';

/** Alarms that reach people away from open pages: recipients, channels, and the messages to deliver. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('alarm_settings')
    .addColumn('escalates_highs', 'integer', (column) => column.notNull().defaultTo(0))
    .execute();
  await steps(db);
  await recipients(db);
  await channels(db);
  await deliveries(db);
  await keys(db);
}

/** How many steps were delivered since the alarm began to ring at `ringing_since`, and how many messages there were at all. */
async function steps(db: Kysely<unknown>): Promise<void> {
  for (const column of ['steps', 'messages'])
    await db.schema
      .alterTable('alarm_episodes')
      .addColumn(column, 'integer', (definition) => definition.notNull().defaultTo(0))
      .execute();
  await db.schema.alterTable('alarm_episodes').addColumn('ringing_since', 'bigint').execute();
}

/** How alarms of a wearer reach an account; without a row, as at first. `plan`: JSON, null for none. */
async function recipients(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('alarm_recipients')
    .addColumn('wearer_id', 'bigint', (column) =>
      column.notNull().references('wearers.id').onDelete('cascade'),
    )
    .addColumn('account_id', 'bigint', (column) =>
      column.notNull().references('accounts.id').onDelete('cascade'),
    )
    .addColumn('on_duty', 'integer', (column) => column.notNull())
    .addColumn('plan', 'text')
    .addColumn('rank_on_duty', 'integer', (column) => column.notNull())
    .addColumn('rank_off_duty', 'integer', (column) => column.notNull())
    .addColumn('quiet_from', 'integer')
    .addColumn('quiet_until', 'integer')
    .addColumn('time_zone', 'text')
    .addColumn('weekly_mail_at', 'bigint')
    .addPrimaryKeyConstraint('alarm_recipients_once', ['wearer_id', 'account_id'])
    .execute();
  await db.schema
    .createIndex('alarm_recipients_account')
    .on('alarm_recipients')
    .column('account_id')
    .execute();
  await db.schema
    .createIndex('alarm_recipients_weekly')
    .on('alarm_recipients')
    .column('weekly_mail_at')
    .execute();
}

/** `address`: encrypted JSON; `address_hash` recognizes it. */
async function channels(db: Kysely<unknown>): Promise<void> {
  await withId(db, db.schema.createTable('alarm_channels'))
    .addColumn('account_id', 'bigint', (column) =>
      column.notNull().references('accounts.id').onDelete('cascade'),
    )
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('hides_values', 'integer', (column) => column.notNull())
    .addColumn('address', 'text', (column) => column.notNull())
    .addColumn('address_hash', 'text', (column) => column.notNull())
    .addColumn('fingerprint', 'text')
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('reached_at', 'bigint')
    .addColumn('shown_after_ms', 'bigint')
    .addColumn('failed_at', 'bigint')
    .addColumn('failure', 'text')
    .addColumn('warned_at', 'bigint')
    .addUniqueConstraint('alarm_channels_once', ['account_id', 'address_hash'])
    .execute();
}

/**
 * `place`: which message of the alarm it is. One for each message, recipient and channel (ALM-42). The account is not
 * referenced: an insert would wait for its lock, and its channels are deleted with it.
 */
async function deliveries(db: Kysely<unknown>): Promise<void> {
  await withId(db, db.schema.createTable('alarm_deliveries'))
    .addColumn('episode_id', 'bigint', (column) =>
      column.notNull().references('alarm_episodes.id').onDelete('cascade'),
    )
    .addColumn('place', 'integer', (column) => column.notNull())
    .addColumn('account_id', 'bigint', (column) => column.notNull())
    .addColumn('channel_id', 'bigint', (column) =>
      column.notNull().references('alarm_channels.id').onDelete('cascade'),
    )
    .addColumn('what', 'text', (column) => column.notNull())
    .addColumn('loudness', 'text', (column) => column.notNull())
    .addColumn('rank', 'integer', (column) => column.notNull())
    .addColumn('not_seen', 'text')
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .addColumn('next_at', 'bigint')
    .addColumn('claimed_by', 'text')
    .addColumn('tries', 'integer', (column) => column.notNull())
    .addColumn('handed_at', 'bigint')
    .addColumn('shown_at', 'bigint')
    .addColumn('failure', 'text')
    .addColumn('receipt', 'text')
    .addUniqueConstraint('alarm_deliveries_once', ['episode_id', 'place', 'channel_id'])
    .execute();
  await db.schema
    .createIndex('alarm_deliveries_due')
    .on('alarm_deliveries')
    .columns(['next_at', 'rank'])
    .execute();
  await db.schema
    .createIndex('alarm_deliveries_channel')
    .on('alarm_deliveries')
    .column('channel_id')
    .execute();
  await db.schema
    .createIndex('alarm_deliveries_created')
    .on('alarm_deliveries')
    .column('created_at')
    .execute();
}

/** Keys that all nodes share and that nobody configured; encrypted. */
async function keys(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('server_keys')
    .addColumn('name', 'text', (column) => column.primaryKey())
    .addColumn('encrypted', 'text', (column) => column.notNull())
    .execute();
}
