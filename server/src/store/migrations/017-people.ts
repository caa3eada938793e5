import { type Kysely, PostgresAdapter, type RawBuilder, sql } from 'kysely';
import { withId } from './columns.ts';

/** Several wearers of an account, others who see them, share links, hand-overs, and the record of all of it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await wearers(db);
  await selection(db);
  await follows(db);
  await invitations(db);
  await shareLinks(db);
  await handOvers(db);
  await audit(db);
}

/** Gives every wearer the first name of the account, and a public id: 48 random bits, hexadecimal. */
async function wearers(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('wearers')
    .addColumn('public_id', 'text', (column) => column.notNull().defaultTo(''))
    .execute();
  await db.schema
    .alterTable('wearers')
    .addColumn('name', 'text', (column) => column.notNull().defaultTo(''))
    .execute();
  await db.schema
    .alterTable('wearers')
    .addColumn('accent', 'text', (column) => column.notNull().defaultTo('teal'))
    .execute();
  await db.schema.alterTable('wearers').addColumn('birth_year', 'integer').execute();
  await sql`update wearers set public_id = ${randomId(db)},
    name = (select trim(substr(first_name, 1, 40)) from accounts where accounts.id = wearers.account_id)`.execute(
    db,
  );
  await db.schema.createIndex('wearers_by_public_id').on('wearers').column('public_id').unique().execute();
}

const randomId = (db: Kysely<unknown>): RawBuilder<string> =>
  db.getExecutor().adapter instanceof PostgresAdapter
    ? sql`substr(replace(gen_random_uuid()::text, '-', ''), 1, 12)`
    : sql`lower(hex(randomblob(6)))`;

/** Of whom calls speak. No references: a selected wearer that is gone must be noticed, not replaced by another. */
async function selection(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('sessions').addColumn('wearer_id', 'bigint').execute();
  await db.schema.alterTable('accounts').addColumn('last_wearer_id', 'bigint').execute();
  await db.schema.alterTable('accounts').addColumn('wearer_order', 'text').execute();
}

async function follows(db: Kysely<unknown>): Promise<void> {
  await withId(db, db.schema.createTable('follows'))
    .addColumn('wearer_id', 'bigint', (column) =>
      column.notNull().references('wearers.id').onDelete('cascade'),
    )
    .addColumn('account_id', 'bigint', (column) =>
      column.notNull().references('accounts.id').onDelete('cascade'),
    )
    .addColumn('role', 'text', (column) => column.notNull())
    .addColumn('rights', 'text', (column) => column.notNull())
    .addColumn('alias', 'text')
    .addColumn('unit', 'text')
    .addColumn('code', 'text', (column) => column.unique())
    .addColumn('since', 'bigint', (column) => column.notNull())
    .addUniqueConstraint('follows_once', ['wearer_id', 'account_id'])
    .execute();
  await db.schema.createIndex('follows_of_account').on('follows').column('account_id').execute();
  await db.schema.alterTable('devices').addColumn('account_id', 'bigint').execute();
}

async function invitations(db: Kysely<unknown>): Promise<void> {
  await withId(db, db.schema.createTable('invitations'))
    .addColumn('wearer_id', 'bigint', (column) =>
      column.notNull().references('wearers.id').onDelete('cascade'),
    )
    .addColumn('token_hash', 'text', (column) => column.notNull().unique())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('email', 'text')
    .addColumn('role', 'text', (column) => column.notNull())
    .addColumn('rights', 'text', (column) => column.notNull())
    .addColumn('owner_becomes', 'text')
    .addColumn('made_by', 'bigint', (column) =>
      column.notNull().references('accounts.id').onDelete('cascade'),
    )
    .addColumn('made_at', 'bigint', (column) => column.notNull())
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .addColumn('declined_at', 'bigint')
    .execute();
  await db.schema.createIndex('invitations_of_wearer').on('invitations').column('wearer_id').execute();
  await db.schema.createIndex('invitations_of_inviter').on('invitations').column('made_by').execute();
  await db.schema.createIndex('invitations_expiring').on('invitations').column('expires_at').execute();
}

async function shareLinks(db: Kysely<unknown>): Promise<void> {
  await withId(db, db.schema.createTable('share_links'))
    .addColumn('wearer_id', 'bigint', (column) =>
      column.notNull().references('wearers.id').onDelete('cascade'),
    )
    .addColumn('token_hash', 'text', (column) => column.notNull().unique())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('alias', 'text')
    .addColumn('scope', 'text', (column) => column.notNull())
    .addColumn('made_at', 'bigint', (column) => column.notNull())
    .addColumn('expires_at', 'bigint')
    .addColumn('opened_at', 'bigint')
    .addColumn('opened', 'integer', (column) => column.notNull().defaultTo(0))
    .execute();
  await db.schema.createIndex('share_links_of_wearer').on('share_links').column('wearer_id').execute();
  await db.schema.createIndex('share_links_expiring').on('share_links').column('expires_at').execute();
}

async function handOvers(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('hand_overs')
    .addColumn('wearer_id', 'bigint', (column) =>
      column.primaryKey().references('wearers.id').onDelete('cascade'),
    )
    .addColumn('to_account', 'bigint', (column) =>
      column.notNull().references('accounts.id').onDelete('cascade'),
    )
    .addColumn('owner_becomes', 'text', (column) => column.notNull())
    .addColumn('agreed_at', 'bigint', (column) => column.notNull())
    .addColumn('from_confirmed_at', 'bigint')
    .addColumn('to_confirmed_at', 'bigint')
    .execute();
  await db.schema.createIndex('hand_overs_to').on('hand_overs').column('to_account').execute();
  await db.schema.createIndex('hand_overs_due').on('hand_overs').column('agreed_at').execute();
}

/** Accounts by id without a reference: what was done stays known when somebody has left. */
async function audit(db: Kysely<unknown>): Promise<void> {
  await withId(db, db.schema.createTable('audit_entries'))
    .addColumn('wearer_id', 'bigint', (column) =>
      column.notNull().references('wearers.id').onDelete('cascade'),
    )
    .addColumn('at', 'bigint', (column) => column.notNull())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('by_account', 'bigint')
    .addColumn('about_account', 'bigint')
    .addColumn('detail', 'text', (column) => column.notNull())
    .execute();
  await db.schema.createIndex('audit_of_wearer').on('audit_entries').columns(['wearer_id', 'id']).execute();
  await db.schema.createIndex('audit_at').on('audit_entries').column('at').execute();
}
