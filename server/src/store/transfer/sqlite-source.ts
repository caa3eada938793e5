import { existsSync } from 'node:fs';
import { DatabaseSync, type SQLOutputValue } from 'node:sqlite';
import { StartError } from '../../shared/start-error.ts';
import { SECOND } from '../../shared/time-units.ts';
import { sqliteFault } from '../sqlite/sqlite-faults.ts';
import { openingError } from '../sqlite/sqlite-file.ts';
import { type DatabaseSource, NoTealight, type StoredPhoto } from './contents.ts';
import { batchesOf, type Value } from './lines.ts';
import { selectAll, selectMigrations, selectPhotoFiles } from './queries.ts';
import { byName, kindOf, orderedByReferences, type TableShape } from './shapes.ts';

/** While a server starts it locks the file for a moment. */
const LOCK_TIMEOUT_MS = 5 * SECOND;

/**
 * Reads a file in one transaction: with a write-ahead log it sees the moment of its beginning, while a server goes on
 * writing. The log grows until the transaction ends.
 */
export function openSqliteSource(file: string): DatabaseSource & AsyncDisposable {
  if (!existsSync(file))
    throw new StartError(`There is no database ${file}. Set DATA_DIR to the folder of the installation`);
  return withFaults(file, () => {
    const database = new DatabaseSync(file, { readOnly: true, timeout: LOCK_TIMEOUT_MS });
    try {
      return sourceOf(database, file);
    } catch (error) {
      database.close();
      throw error;
    }
  });
}

function sourceOf(database: DatabaseSync, file: string): DatabaseSource & AsyncDisposable {
  database.exec('begin');
  const all = orderedByReferences(namesOfTables(database).map((name) => shapeOf(database, name)));
  if (!all.some(({ name }) => name === 'migrations'))
    throw new NoTealight(
      `${file} is not a Tealight database. Set DATA_DIR to the folder of the installation`,
    );
  const hasPhotos = all.some(({ name }) => name === 'photos');
  return {
    migrations: texts(database, selectMigrations),
    tables: all.filter(({ name }) => name !== 'photos'),
    lastIds: lastIdsOf(database),
    rows: (table) => batchesOf(rowsOf(database, file, selectAll(table))),
    photos: () => (hasPhotos ? photosOf(database, file) : noPhotos()),
    namesOfPhotoFiles: async () => withFaults(file, () => texts(database, selectPhotoFiles(hasPhotos))),
    [Symbol.asyncDispose]: async () => database.close(),
  };
}

const namesOfTables = (database: DatabaseSync) =>
  texts(
    database,
    `select name from sqlite_schema where type = 'table' and name not like 'sqlite\\_%' escape '\\'`,
  );

function shapeOf(database: DatabaseSync, name: string): TableShape {
  const columns = database.prepare(`select name, type, "notnull", pk from pragma_table_info(?)`).all(name);
  const references = database.prepare(`select "from", "table" from pragma_foreign_key_list(?)`).all(name);
  return {
    name,
    columns: columns
      .map((column) => ({
        name: String(column.name),
        kind: kindOf(String(column.type)),
        isNullable: column.notnull === 0 && column.pk === 0,
      }))
      .sort(byName),
    key: columns
      .filter(({ pk }) => pk !== 0)
      .sort((one, other) => Number(one.pk) - Number(other.pk))
      .map((column) => String(column.name)),
    references: references.map((one) => ({ column: String(one.from), table: String(one.table) })),
  };
}

/** A table has no entry before its first row. */
function lastIdsOf(database: DatabaseSync): Record<string, number> {
  const tables = texts(
    database,
    `select name from sqlite_schema where type = 'table' and sql like '%autoincrement%'`,
  );
  const find = database.prepare('select seq from sqlite_sequence where name = ?');
  return Object.fromEntries(tables.sort().map((name) => [name, Number(find.get(name)?.seq ?? 0)]));
}

function* rowsOf(database: DatabaseSync, file: string, sql: string): Generator<Value[]> {
  const statement = database.prepare(sql);
  statement.setReturnArrays(true);
  const rows = withFaults(file, () => statement.iterate()) as Iterator<unknown> as Iterator<Value[]>;
  for (;;) {
    const { done, value } = withFaults(file, () => rows.next());
    if (done === true) return;
    yield value;
  }
}

async function* photosOf(database: DatabaseSync, file: string): AsyncGenerator<StoredPhoto> {
  for (const [name, createdAt, content] of rowsOf(
    database,
    file,
    'select name, created_at, content from photos',
  )) {
    yield {
      name: String(name),
      createdAt: Number(createdAt),
      content: (async function* () {
        yield content as Uint8Array;
      })(),
    };
  }
}

async function* noPhotos(): AsyncGenerator<StoredPhoto> {}

const texts = (database: DatabaseSync, sql: string): string[] =>
  database
    .prepare(sql)
    .all()
    .map((row: Record<string, SQLOutputValue>) => String(Object.values(row)[0]));

/** Runs `work`; throws a fault of the file as `StartError` with its remedy. */
function withFaults<T>(file: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw openingError(sqliteFault(error), file);
  }
}
