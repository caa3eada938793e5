import type { Kysely } from 'kysely';
import { withId } from './columns.ts';

/** The activity of accounts, for their owners to review. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await withId(db, db.schema.createTable('account_activity'))
    .addColumn('account_id', 'bigint', (column) =>
      column.notNull().references('accounts.id').onDelete('cascade'),
    )
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('at', 'bigint', (column) => column.notNull())
    .addColumn('device', 'text', (column) => column.notNull())
    .execute();
  await db.schema
    .createIndex('account_activity_of_account')
    .on('account_activity')
    .columns(['account_id', 'at'])
    .execute();
  await db.schema.createIndex('account_activity_at').on('account_activity').column('at').execute();
}
