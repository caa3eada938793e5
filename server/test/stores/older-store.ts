import { Kysely, sql } from 'kysely';
import { accountStore } from '../../src/store/accounts/accounts.ts';
import type { DatabaseLocation } from '../../src/store/db.ts';
import { migrate } from '../../src/store/migrate.ts';
import { migrations } from '../../src/store/migrations/index.ts';
import { createSchema, postgresDialect } from '../../src/store/postgres/postgres.ts';
import { sqliteDialect } from '../../src/store/sqlite/sqlite.ts';
import type { Tables } from '../../src/store/tables.ts';

/** A database as an older version has left it: with the first migrations only. */
export async function openAtVersion({ url, file, schema }: DatabaseLocation, migrationCount: number) {
  if (url !== null && schema !== undefined) await createSchema(url, schema);
  const db = new Kysely<Tables>({
    dialect: url === null ? sqliteDialect(file) : postgresDialect({ url, schema }),
  });
  await migrate(db, migrations.slice(0, migrationCount));
  return db;
}

let added = 0;

/** Since this migration a wearer has a name and a public id of its own. */
const people = migrations.findIndex(({ name }) => name === '017-people');

/** The id of a new wearer, by the columns that every version has. */
export async function wearerIn(db: Kysely<Tables>, migrationCount: number): Promise<number> {
  added += 1;
  const account = await accountStore(db).add(
    {
      email: `${added}@example.org`,
      passwordHash: 'none',
      firstName: 'Ada',
      lastName: 'Lovelace',
      location: 'GB',
      phone: null,
    },
    0,
  );
  const { rows } = await sql<{ id: number }>`
    insert into wearers (account_id, code, created_at) values (${account}, ${String(added).padStart(10, '0')}, 0)
    returning id`.execute(db);
  const id = Number(rows[0]?.id);
  if (migrationCount > people)
    await sql`update wearers set name = 'Ada', public_id = 'abcdefghij12' where id = ${id}`.execute(db);
  return id;
}

/** The same location by an address that alone names its schema, which is there; empty if it is new. */
export async function byAddress(location: DatabaseLocation): Promise<DatabaseLocation> {
  const { url, schema = '' } = location;
  if (url === null) return location;
  await createSchema(url, schema);
  const address = new URL(url);
  address.searchParams.set('options', `-c search_path=${schema}`);
  return { url: address.href, file: '' };
}
