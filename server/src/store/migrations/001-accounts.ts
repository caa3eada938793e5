import type { Kysely } from 'kysely';
import { withId } from './columns.ts';

/** Accounts, their wearers, sessions, mailed links and the outbox. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await people(db);
  await access(db);
  await withId(db, db.schema.createTable('outbox'))
    .addColumn('recipient', 'text', (column) => column.notNull())
    .addColumn('subject', 'text', (column) => column.notNull())
    .addColumn('text', 'text', (column) => column.notNull())
    .addColumn('html', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('next_try_at', 'bigint', (column) => column.notNull())
    .addColumn('tries', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('lease_until', 'bigint', (column) => column.notNull().defaultTo(0))
    .execute();
  await db.schema.createIndex('outbox_due').on('outbox').column('next_try_at').execute();
}

async function people(db: Kysely<unknown>): Promise<void> {
  await withId(db, db.schema.createTable('accounts'))
    .addColumn('email', 'text', (column) => column.notNull())
    .addColumn('email_key', 'text', (column) => column.notNull().unique())
    .addColumn('password_hash', 'text', (column) => column.notNull())
    .addColumn('first_name', 'text', (column) => column.notNull())
    .addColumn('last_name', 'text', (column) => column.notNull())
    .addColumn('location', 'text', (column) => column.notNull())
    .addColumn('phone', 'text')
    .addColumn('photo_original', 'text')
    .addColumn('photo_square', 'text')
    .addColumn('email_confirmed_at', 'bigint')
    .addColumn('first_signed_in_at', 'bigint')
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .execute();
  await withId(db, db.schema.createTable('wearers'))
    .addColumn('account_id', 'bigint', (column) =>
      column.notNull().references('accounts.id').onDelete('cascade'),
    )
    .addColumn('code', 'text', (column) => column.notNull().unique())
    .addColumn('unit', 'text', (column) => column.notNull().defaultTo('mg/dL'))
    .addColumn('high', 'double precision')
    .addColumn('in_range', 'double precision')
    .addColumn('low', 'double precision')
    .addColumn('high_flash', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('low_flash', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('palette', 'text', (column) => column.notNull().defaultTo('classic'))
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema.createIndex('wearers_of_account').on('wearers').column('account_id').execute();
}

async function access(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('sessions')
    .addColumn('token_hash', 'text', (column) => column.primaryKey())
    .addColumn('account_id', 'bigint', (column) =>
      column.notNull().references('accounts.id').onDelete('cascade'),
    )
    .addColumn('agent', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('used_at', 'bigint', (column) => column.notNull())
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .addColumn('ended_at', 'bigint')
    .execute();
  await db.schema.createIndex('sessions_of_account').on('sessions').column('account_id').execute();
  await db.schema.createIndex('sessions_expiring').on('sessions').column('expires_at').execute();
  await db.schema
    .createTable('links')
    .addColumn('token_hash', 'text', (column) => column.primaryKey())
    .addColumn('account_id', 'bigint', (column) =>
      column.notNull().references('accounts.id').onDelete('cascade'),
    )
    .addColumn('purpose', 'text', (column) => column.notNull())
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema.createIndex('links_of_account').on('links').columns(['account_id', 'purpose']).execute();
  await db.schema.createIndex('links_expiring').on('links').column('expires_at').execute();
}
