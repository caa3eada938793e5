import type { Kysely } from 'kysely';

/** Which optional emails an account wants. Accounts without a row want them all. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('mail_settings')
    .addColumn('account_id', 'bigint', (column) =>
      column.primaryKey().references('accounts.id').onDelete('cascade'),
    )
    .addColumn('lost_source', 'integer', (column) => column.notNull())
    .execute();
}
