import { Kysely, sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { eachEngine } from '../../test/engines.ts';
import { newWearer } from '../../test/wearers.ts';
import { accountStore } from './accounts.ts';
import type { StorePlace } from './db.ts';
import { migrate } from './migrate.ts';
import { migrations } from './migrations/index.ts';
import { makeSchema, postgresDialect } from './postgres.ts';
import { sqliteDialect } from './sqlite.ts';
import type { Tables } from './tables.ts';
import { wearerStore } from './wearers.ts';

async function openedAs({ url, file, schema }: StorePlace, known: number) {
  if (url !== null && schema !== undefined) await makeSchema(url, schema);
  const db = new Kysely<Tables>({
    dialect: url === null ? sqliteDialect(file) : postgresDialect({ url, schema }),
  });
  await migrate(db, migrations.slice(0, known));
  return db;
}

/** Every column of every table. PostgreSQL is asked for the one schema alone: others come and go meanwhile. */
async function shape(db: Kysely<Tables>, schema?: string) {
  if (schema === undefined) {
    const tables = await db.introspection.getTables();
    return tables.map(({ name, columns }) => [
      name,
      columns.map((column) => [column.name, column.dataType, column.isNullable]),
    ]);
  }
  const { rows } = await sql`
    select table_name, column_name, data_type, is_nullable from information_schema.columns
    where table_schema = ${schema} order by table_name, ordinal_position`.execute(db);
  return rows;
}

const earlier = migrations.map(({ name }, index): [string, number] => [name, index + 1]).slice(0, -1);

describe('an older database', () => {
  eachEngine((open, newPlace) => {
    test.each(earlier)('that ends with %s keeps its people and becomes like a new one', async (_, known) => {
      const place = await newPlace();
      const old = await openedAs(place, known);
      const wearerId = await newWearer({ accounts: accountStore(old), wearers: wearerStore(old) });
      await old.destroy();

      const store = await open(place);
      expect(await store.wearers.byId(wearerId)).toMatchObject({ id: wearerId, range: null });
      const newOne = await newPlace();
      const [grown, fresh] = [
        await openedAs(place, migrations.length),
        await openedAs(newOne, migrations.length),
      ];
      expect(await shape(grown, place.schema)).toEqual(await shape(fresh, newOne.schema));
      await grown.destroy();
      await fresh.destroy();
    });
  });
});
