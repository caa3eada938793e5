import { closeSync, existsSync, fsyncSync, openSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { Kysely, sql } from 'kysely';
import { StartError } from '../../shared/start-error.ts';
import { migrate, migrationsNamed } from '../migrate.ts';
import { sqliteDialect } from '../sqlite/sqlite.ts';
import { sqliteFault } from '../sqlite/sqlite-faults.ts';
import { openingError } from '../sqlite/sqlite-file.ts';
import type { Tables } from '../tables.ts';
import type { DatabaseTarget } from './contents.ts';
import { valuesOf } from './lines.ts';
import { quoted } from './queries.ts';
import { openSqliteSource } from './sqlite-source.ts';

/** Fills a file that does not exist yet; complete on the disk when this resolves. */
export async function fillSqlite<T>(file: string, work: (target: DatabaseTarget) => Promise<T>): Promise<T> {
  if (existsSync(file))
    throw new StartError(`${file} is there already. Remove it, or restore into another folder`);
  const open: { database: DatabaseSync | null } = { database: null };
  const inFile = () => {
    open.database ??= openForFilling(file);
    return open.database;
  };
  try {
    const result = await work({
      createTables: (migrations) => createTables(file, migrations),
      async add(table, columns, lines) {
        const marks = columns.map(() => '?').join(', ');
        const insert = inFile().prepare(
          `insert into ${quoted(table)} (${columns.map(quoted).join(', ')}) values (${marks})`,
        );
        for (const line of lines) insert.run(...valuesOf(line));
      },
      async addPhoto(name, createdAt, content) {
        inFile()
          .prepare('insert into photos (name, created_at, content) values (?, ?, ?)')
          .run(name, createdAt, content);
      },
      async setLastIds(lastIds) {
        for (const [table, last] of Object.entries(lastIds)) {
          inFile().prepare('delete from sqlite_sequence where name = ?').run(table);
          if (last > 0)
            inFile().prepare('insert into sqlite_sequence (name, seq) values (?, ?)').run(table, last);
        }
      },
      async read(reading) {
        finish(open, file);
        const source = openSqliteSource(file);
        return reading(source).finally(() => source[Symbol.asyncDispose]());
      },
    });
    finish(open, file);
    return result;
  } catch (error) {
    throw openingError(sqliteFault(error), file);
  } finally {
    open.database?.close();
  }
}

async function createTables(file: string, migrations: readonly string[]): Promise<void> {
  const db = new Kysely<Tables>({ dialect: sqliteDialect(file) });
  try {
    await migrate(db, migrationsNamed(migrations));
    await sql`pragma foreign_keys = off`.execute(db);
    for (const { name } of await db.introspection.getTables())
      if (!name.startsWith('sqlite_')) await db.deleteFrom(name as never).execute();
  } finally {
    await db.destroy();
  }
}

/** Without a journal: a file that is not complete is never used. */
function openForFilling(file: string): DatabaseSync {
  const database = new DatabaseSync(file, { enableForeignKeyConstraints: false });
  database.exec('pragma journal_mode = off; pragma synchronous = off; begin');
  return database;
}

/** Writes everything to the disk. */
function finish(open: { database: DatabaseSync | null }, path: string): void {
  const { database } = open;
  if (database === null) return;
  database.exec('commit');
  const broken = database.prepare('pragma foreign_key_check').all().length;
  if (broken > 0)
    throw new StartError(`The backup has ${broken} rows that refer to none. Restore another one`);
  database.close();
  open.database = null;
  const file = openSync(path, 'r+');
  fsyncSync(file);
  closeSync(file);
}
