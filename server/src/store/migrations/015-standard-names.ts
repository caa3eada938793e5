import { type Kysely, sql } from 'kysely';

/** Gives tables and columns the names that the code uses. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const [table, name] of tables) await db.schema.alterTable(table).renameTo(name).execute();
  for (const [table, column, name] of columns)
    await db.schema.alterTable(table).renameColumn(column, name).execute();
  await sql`update connections set state = 'error' where state = 'trouble'`.execute(db);
}

const tables = [
  ['loss_letters', 'outage_mails'],
  ['story_settings', 'statistics_settings'],
  ['code_prints', 'code_hashes'],
  ['duties', 'leader_locks'],
  ['known_places', 'known_networks'],
] as const;

const columns = [
  ['connections', 'trouble', 'error_code'],
  ['connections', 'fill_at', 'backfill_at'],
  ['known_networks', 'place', 'network'],
  ['links', 'spent_at', 'used_at'],
  ['outage_mails', 'lost_since', 'outage_since'],
  ['outage_mails', 'written_at', 'created_at'],
  ['connections', 'sealed_login', 'encrypted_login'],
  ['connections', 'sealed_session', 'encrypted_session'],
  ['sign_ins', 'sealed', 'encrypted'],
  ['code_hashes', 'print', 'hash'],
] as const;
