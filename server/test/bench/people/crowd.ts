import { sql } from 'kysely';
import { DAY, HOUR, MINUTE } from '../../../src/shared/time-units.ts';
import { hashOf } from '../../../src/shared/token.ts';
import { connectionStore } from '../../../src/store/connections/connections.ts';
import { type Db, isPostgres } from '../../../src/store/db.ts';
import { migrate } from '../../../src/store/migrate.ts';
import { migrations } from '../../../src/store/migrations/index.ts';
import { readingStore } from '../../../src/store/readings/readings.ts';
import { connected } from '../../connections.ts';

/** The access token of an account of the crowd, by the account's id. */
export const tokenOf = (accountId: number): string => `bench-session-of-account-${accountId}`;

/** Wearers and follows for each account, as in people.md §6: 100,000 accounts have 150,000 and 300,000. */
const FOLLOWS_EACH = 3;
const wearersOf = (accounts: number): number => accounts + Math.floor(accounts / 2);
/** The first account sees as many wearers as a page of ten cards shows: two own, eight followed. */
const SEEN_BY_FIRST = 10;

/** How often an insert of sessions is sent: SQLite allows some 32,000 values in a statement. */
const BATCH = 1000;

/** The schema before families, with accounts, their wearers and a session each. Half of the accounts have two wearers. */
export async function fillOldSchema(db: Db, accounts: number): Promise<void> {
  const place = migrations.findIndex(({ name }) => name === '017-people');
  await migrate(db, migrations.slice(0, place));
  await sql`
    insert into accounts (email, email_key, password_hash, first_name, last_name, location, created_at, email_confirmed_at)
    with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < ${sql.lit(accounts)})
    select n || '@example.org', n || '@example.org', 'none', 'Name ' || n, 'Last', 'GB', 0, 1 from numbers`.execute(
    db,
  );
  const code = (start: number) => {
    const number = sql`id + ${sql.lit(start)}`;
    return isPostgres(db) ? sql`lpad(cast(${number} as text), 10, '0')` : sql`printf('%010d', ${number})`;
  };
  await sql`insert into wearers (account_id, code, created_at) select id, ${code(0)}, 0 from accounts order by id`.execute(
    db,
  );
  await sql`insert into wearers (account_id, code, created_at)
    select id, ${code(accounts)}, 0 from accounts where id <= ${sql.lit(Math.floor(accounts / 2))} order by id`.execute(
    db,
  );
  const now = Date.now();
  for (let start = 1; start <= accounts; start += BATCH) {
    const ids = Array.from({ length: Math.min(BATCH, accounts + 1 - start) }, (_, index) => start + index);
    await db
      .insertInto('sessions')
      .values(
        ids.map((id) => ({
          token_hash: hashOf(tokenOf(id)),
          account_id: id,
          agent: 'bench',
          created_at: now,
          used_at: now,
          expires_at: now + 30 * DAY,
        })),
      )
      .execute();
  }
}

/** At least 100 accounts. Follows of every account, none of its own wearer, and readings of everybody whom the first account sees. */
export async function fillFollows(db: Db, accounts: number): Promise<void> {
  const wearers = wearersOf(accounts);
  const steps = [7, Math.floor(accounts / 4), Math.floor(accounts / 3)].slice(0, FOLLOWS_EACH);
  for (const step of steps) {
    await sql`
      insert into follows (wearer_id, account_id, role, rights, since)
      select (id - 1 + ${sql.lit(step)}) % ${sql.lit(wearers)} + 1, id, 'follower', 'see-now,see-day,get-alarms', 0
      from accounts`.execute(db);
  }
  await sql`
    insert into follows (wearer_id, account_id, role, rights, since)
    select id, 1, 'follower', 'see-now,see-day,get-alarms', 0 from wearers
    where id > 20 and id <= ${sql.lit(20 + SEEN_BY_FIRST - 2 - FOLLOWS_EACH)}`.execute(db);
  if (isPostgres(db)) await sql`analyze`.execute(db);
  await fillReadings(db);
}

async function fillReadings(db: Db): Promise<void> {
  const rows = await db
    .selectFrom('wearers')
    .leftJoin('follows', (join) =>
      join.onRef('follows.wearer_id', '=', 'wearers.id').on('follows.account_id', '=', 1),
    )
    .select('wearers.id')
    .where(({ or, eb }) => or([eb('wearers.account_id', '=', 1), eb('follows.id', 'is not', null)]))
    .execute();
  const now = Date.now();
  for (const { id: wearerId } of rows) {
    const times = Array.from({ length: 12 }, (_, index) => now - index * 5 * MINUTE);
    await readingStore(db).add(
      times.map((takenAt, index) => ({ wearerId, takenAt, mgdl: 100 + index, trend: 'steady' })),
    );
    const state = { state: 'fine', nextAt: now + HOUR, backfillAt: null, lastReadingAt: now } as const;
    await connectionStore(db).save(connected(wearerId, state), now);
  }
}
