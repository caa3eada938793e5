import { Kysely, sql } from 'kysely';
import { visibleWearerStore } from '../../src/store/accounts/visible-wearers.ts';
import type { DatabaseLocation, Db } from '../../src/store/db.ts';
import { migrate } from '../../src/store/migrate.ts';
import { createSchema, postgresDialect } from '../../src/store/postgres/postgres.ts';
import { sqliteDialect } from '../../src/store/sqlite/sqlite.ts';
import type { Tables } from '../../src/store/tables.ts';
import { fillFollows, fillOldSchema, tokenOf } from './people/crowd.ts';
import { type Lookups, measureLookups } from './people/lookups.ts';
import { measureStreamMemory, type StreamMemory } from './people/stream-memory.ts';

/**
 * Fills a new database with accounts of the schema before families, migrates it, adds follows, and measures:
 * `node --expose-gc server/test/bench/people-store.ts <location as JSON> <accounts>`. Sends `PeopleStore`, or prints it.
 */
export type PeopleStore = {
  /** How many there are in the database. */
  accounts: number;
  wearers: number;
  follows: number;
  migrationMs: number;
  lookups: Lookups;
  /** To read whom an account sees. */
  visibleMs: number;
  /** Null on PostgreSQL: the memory does not depend on the engine. */
  memory: StreamMemory | null;
  /** Of an account that sees ten wearers, each with readings. */
  token: string;
};

/** How many accounts are asked whom they see. */
const VISIBLE_TIMES = 100;

const [where = '{}', count = '1000'] = process.argv.slice(2);
const location: DatabaseLocation = JSON.parse(where);
const accounts = Number(count);
const { url, file, schema } = location;

const found = await run();
if (process.send === undefined) process.stdout.write(`${JSON.stringify(found)}\n`);
else process.send(found, () => process.disconnect());

async function run(): Promise<PeopleStore> {
  if (url !== null && schema !== undefined) await createSchema(url, schema);
  const db: Db = new Kysely<Tables>({
    dialect: url === null ? sqliteDialect(file) : postgresDialect({ url, schema, timeouts: 'unlimited' }),
  });
  await fillOldSchema(db, accounts);
  const begun = performance.now();
  await migrate(db);
  const migrationMs = performance.now() - begun;
  await fillFollows(db, accounts);
  const lookups = await measureLookups(db, accounts);
  const visibleMs = await measureVisible(db);
  const memory = url === null ? await measureStreamMemory(db, accounts) : null;
  const [wearers, follows] = [await rowsOf(db, 'wearers'), await rowsOf(db, 'follows')];
  await db.destroy();
  return { accounts, wearers, follows, migrationMs, lookups, visibleMs, memory, token: tokenOf(1) };
}

async function measureVisible(db: Db): Promise<number> {
  const store = visibleWearerStore(db);
  await store.of(1);
  const begun = performance.now();
  for (let time = 0; time < VISIBLE_TIMES; time += 1) await store.of(1 + ((time * 37) % accounts));
  return (performance.now() - begun) / VISIBLE_TIMES;
}

async function rowsOf(db: Db, table: 'wearers' | 'follows'): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from ${sql.table(table)}`.execute(
    db,
  );
  return rows[0]?.count ?? 0;
}
