import { CompiledQuery, Kysely } from 'kysely';
import { StartError } from '../../shared/start-error.ts';
import type { Db } from '../db.ts';
import { lockMigrations, migrateIn, migrationsNamed } from '../migrate.ts';
import { postgresDialect } from '../postgres/postgres.ts';
import { serverStartError } from '../postgres/postgres-faults.ts';
import type { Tables } from '../tables.ts';
import type { DatabaseTarget } from './contents.ts';
import { type Value, valuesOf } from './lines.ts';
import { sequencesIn, shapesIn } from './postgres-shapes.ts';
import { type Address, postgresSource } from './postgres-source.ts';
import { quoted } from './queries.ts';
import type { Column } from './shapes.ts';

/** Fills a database in one transaction. Servers that start meanwhile wait for its end. */
export async function fillPostgres<T>(
  { url, setting }: Address,
  work: (target: DatabaseTarget) => Promise<T>,
): Promise<T> {
  const db = new Kysely<Tables>({ dialect: postgresDialect({ url, timeouts: 'unlimited' }) });
  try {
    return await db.transaction().execute((transaction) => work(targetIn(transaction, setting)));
  } catch (error) {
    throw serverStartError(error, setting);
  } finally {
    await db.destroy();
  }
}

function targetIn(db: Db, setting = 'DATABASE_URL'): DatabaseTarget {
  const columnsOf = new Map<string, Map<string, Column>>();
  return {
    async createTables(migrations) {
      // Another process that creates the tables is waited for.
      await lockMigrations(db);
      await rejectUnlessEmpty(db, setting);
      await migrateIn(db, migrationsNamed(migrations));
      for (const { name, columns } of (await shapesIn(db)).toReversed()) {
        await db.deleteFrom(name as never).execute();
        columnsOf.set(name, new Map(columns.map((column) => [column.name, column])));
      }
    },
    async add(table, columns, lines) {
      const known = columnsOf.get(table);
      const arrays = columns.map((name) => `${arrayTypes[known?.get(name)?.kind ?? 'text']}`);
      const rows = lines.map(valuesOf);
      const values = columns.map((_, at) => rows.map((row): Value => row[at] ?? null));
      await db.executeQuery(
        CompiledQuery.raw(
          `insert into ${quoted(table)} (${columns.map(quoted).join(', ')})
           select * from unnest(${arrays.map((type, at) => `$${at + 1}::${type}[]`).join(', ')})`,
          values,
        ),
      );
    },
    async addPhoto(name, createdAt, content) {
      await db.insertInto('photos').values({ name, created_at: createdAt, content }).execute();
    },
    async setLastIds(lastIds) {
      for (const { table_name: table, sequence } of await sequencesIn(db)) {
        const last = lastIds[table] ?? 0;
        // A sequence begins with 1, which is its next value until it was called.
        const set = `select setval('${sequence}', ${Math.max(last, 1)}, ${last > 0})`;
        await db.executeQuery(CompiledQuery.raw(set));
      }
    },
    read: async (work) => work(await postgresSource(db)),
  };
}

const arrayTypes = { integer: 'bigint', number: 'double precision', text: 'text', bytes: 'bytea' } as const;

async function rejectUnlessEmpty(db: Db, setting: string): Promise<void> {
  const [table] = await shapesIn(db);
  if (table === undefined) return;
  throw new StartError(
    `The database of ${setting} is not empty: it has the table ${table.name}. Create a new one with createdb, and set its address`,
  );
}
