import { type Kysely, sql } from 'kysely';

/**
 * Who knows the secret of a share link, so that it ends with their access. Taken from the record, where the entry is
 * written just before the link. Null where there is none: entries are kept 400 days. No reference, as in the record.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('share_links').addColumn('made_by', 'bigint').execute();
  await sql`update share_links set made_by = (
    select by_account from audit_entries
    where audit_entries.wearer_id = share_links.wearer_id and kind = 'link-made' and at <= made_at
    order by at desc, audit_entries.id desc limit 1)`.execute(db);
}
