import { type Kysely, sql } from 'kysely';

/**
 * Keeps one time zone for each wearer, in the statistics settings. Where these have none, it is the time zone of the
 * lamps; `UTC` without a night was a default that nobody chose.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    insert into statistics_settings (wearer_id, time_zone, population)
    select wearer_id, time_zone, 'adult' from lamps where time_zone <> 'UTC' or night_from is not null
    on conflict (wearer_id) do update set time_zone = excluded.time_zone
    where statistics_settings.time_zone is null`.execute(db);
  await db.schema.alterTable('lamps').dropColumn('time_zone').execute();
}
