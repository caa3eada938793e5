import { randomUUID } from 'node:crypto';
import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';
import { describe, expect, onTestFinished, test } from 'vitest';
import { eachEngine } from '../../../test/engines.ts';
import { byAddress } from '../../../test/stores/older-store.ts';
import { postgresUrl, withServer } from '../../../test/stores/postgres-schemas.ts';
import { summaryOf } from '../../backup/contents.ts';
import { fillAndVerify, photosInDatabase } from '../../backup/fill.ts';
import type { DatabaseLocation } from '../db.ts';
import { migrations } from '../migrations/index.ts';
import { lineOf, type Value, valuesOf } from './lines.ts';
import type { Column, TableShape } from './shapes.ts';
import { fillDatabase, openSource } from './transfer.ts';

const all = migrations.map(({ name }) => name);
const never = new AbortController().signal;

const texts = [
  'plain',
  "quo\"te, 'single', back\\slash {}",
  'lines\nand\ttabs',
  '🫀 ünïcödé',
  '',
  ' \u2028 ',
];

/** A value of each row that no other row of its column has, null every third time where it may be. */
function valueFor(column: Column, row: number, table: TableShape): Value {
  if (table.references.some((one) => one.column === column.name)) return row + 1;
  if (column.name === 'id') return row + 1;
  if (column.isNullable && row % 3 === 1) return null;
  switch (column.kind) {
    case 'integer':
      return [row, -row, 2 ** 31 - 1 - row][row % 3] ?? 0;
    case 'number':
      return [row + 0.1, 1e-300 * row, -1.7976931348623157e308, 180][row % 4] ?? 0;
    case 'text':
      return `${row} ${texts[row % texts.length]}`;
    case 'bytes':
      return Buffer.from([row, 0, 255, 128]);
  }
}

const ROWS = 7;

/** Fills every table that the migrations make, whichever these are. */
async function fillEveryTable(location: DatabaseLocation): Promise<TableShape[]> {
  return fillDatabase(location, async (target) => {
    await target.createTables(all);
    const tables = [...(await target.read(async (source) => source.tables))];
    for (const table of tables) {
      const names = table.columns.map(({ name }) => name);
      const rows = Array.from({ length: ROWS }, (_, row) =>
        lineOf(table.columns.map((column) => valueFor(column, row, table))),
      );
      const lines = table.name === 'migrations' ? all.map((name, at) => lineOf([at, name])) : rows;
      await target.add(table.name, names, lines);
    }
    await target.addPhoto('0123456789abcdef0123456789abcdef.webp', 5, Buffer.from([1, 0, 2]));
    const lastIds = await target.read(async (source) => source.lastIds);
    await target.setLastIds(
      Object.fromEntries(Object.keys(lastIds).map((name, at) => [name, at % 3 === 0 ? 90 : ROWS])),
    );
    return tables;
  });
}

/** All rows, read by the driver alone. */
async function rowsIn({ url, file }: DatabaseLocation, table: string): Promise<string[]> {
  const sql = `select * from "${table}"`;
  if (url === null) {
    const database = new DatabaseSync(file, { readOnly: true });
    const rows = database.prepare(sql).all();
    database.close();
    return rows.map(textOf).sort();
  }
  const client = new pg.Client({
    connectionString: url,
    types: {
      getTypeParser: (oid) => (oid === 20 ? Number : pg.types.getTypeParser(oid)),
    } as pg.CustomTypesConfig,
  });
  await client.connect();
  const { rows } = await client.query(sql);
  await client.end();
  return rows.map(textOf).sort();
}

const textOf = (row: Record<string, unknown>) =>
  JSON.stringify(
    Object.entries(row)
      .map(([name, value]) => [
        name,
        value instanceof Uint8Array ? Buffer.from(value).toString('hex') : value,
      ])
      .sort(),
  );

async function copy(from: DatabaseLocation, to: DatabaseLocation): Promise<void> {
  const { databaseItems } = await import('../../backup/contents.ts');
  await using source = await openSource(from);
  const { migrations: names, lastIds } = source;
  await fillDatabase(to, (target) =>
    fillAndVerify({ migrations: names, lastIds, items: databaseItems(source) }, target, {
      photos: photosInDatabase(target),
      signal: never,
    }),
  );
}

test('[OPS-2] a row is the same after it was a line, whatever its values', () => {
  const values: Value[] = [0, -1.5, 2 ** 53 - 1, 1e300, Infinity, '', 'a"\n', null, Buffer.from([0, 255])];
  expect(valuesOf(lineOf(values))).toEqual(values);
  expect(valuesOf(lineOf(['a\0b']))).toEqual(['a\uFFFDb']);
  expect(() => valuesOf('{"a":1}')).toThrow(SyntaxError);
});

describe('a whole database', () => {
  eachEngine((_, newSource, engine) => {
    test.runIf(engine === 'PostgreSQL')(
      '[OPS-2] is written into a schema whose name has capitals',
      async () => {
        const schema = `Night_${randomUUID().slice(0, 8)}`;
        await withServer((client) => client.query(`create schema "${schema}"`));
        onTestFinished(() =>
          withServer(async (client) => void (await client.query(`drop schema "${schema}" cascade`))),
        );
        const address = new URL(postgresUrl);
        address.searchParams.set('options', `-c search_path="${schema}"`);
        expect(await fillEveryTable({ url: address.href, file: '' })).not.toEqual([]);
      },
    );
    describe('copied', () => {
      eachEngine((__, newTarget) => {
        test('[OPS-2] has every row of every table, of tables that are added in future too, and gives no id twice', async () => {
          const [from, to, back] = [
            await byAddress(await newSource()),
            await byAddress(await newTarget()),
            await byAddress(await newSource()),
          ];
          const tables = await fillEveryTable(from);
          await copy(from, to);
          await copy(to, back);
          for (const { name } of [...tables, { name: 'photos' }]) {
            const expected = await rowsIn(from, name);
            // A table that this test does not fill is one that it does not prove.
            expect(expected.length, name).toBeGreaterThan(0);
            expect(await rowsIn(to, name), name).toEqual(expected);
            expect(await rowsIn(back, name), name).toEqual(expected);
          }
          await using source = await openSource(from);
          await using copied = await openSource(to);
          expect(copied.lastIds).toEqual(source.lastIds);
          expect(Object.values(copied.lastIds)).toContain(90);
          expect(await summaryOf(copied, '', [])).toEqual(await summaryOf(source, '', []));
        });

        test('into one that is not empty is refused, and changes nothing', async () => {
          const [from, to] = [await byAddress(await newSource()), await byAddress(await newTarget())];
          await fillEveryTable(from);
          await copy(from, to);
          const before = await rowsIn(to, 'accounts');
          await expect(copy(from, to)).rejects.toMatchObject({ name: 'StartError' });
          expect(await rowsIn(to, 'accounts')).toEqual(before);
        });
      });
    });

    test('of which one row was lost on the way is not taken for a copy', async () => {
      const { databaseItems } = await import('../../backup/contents.ts');
      const [from, to] = [await byAddress(await newSource()), await byAddress(await newSource())];
      await fillEveryTable(from);
      await using source = await openSource(from);
      const filled = fillDatabase(to, (target) =>
        fillAndVerify(
          { migrations: source.migrations, lastIds: source.lastIds, items: databaseItems(source) },
          {
            ...target,
            add: (name, columns, lines) =>
              target.add(name, columns, name === 'limits' ? lines.slice(1) : lines),
          },
          { photos: photosInDatabase(target), signal: never },
        ),
      );
      await expect(filled).rejects.toThrow(/differs from what was copied \(limits\)/);
    });
  });
});
