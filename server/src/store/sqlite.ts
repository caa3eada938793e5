import { chmodSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  SqliteAdapter,
  type SqliteDatabase,
  SqliteDriver,
  SqliteIntrospector,
  SqliteQueryCompiler,
  type SqliteStatement,
} from 'kysely';
import { SECOND } from '../times.ts';

/** How long a statement waits for another process that is writing. */
const BUSY_MS = 5 * SECOND;
/** Prepared statements kept. All of the store's own are some hundred; batches add one for each of their sizes. */
const STATEMENTS = 300;

/** Told after each statement that has written, with its table. */
export type Wrote = (table: string) => void;

/** Kysely's words for the SQLite that Node brings along. */
export function sqliteDialect(file: string, wrote: Wrote = () => {}): Dialect {
  return {
    createDriver: () => new NodeSqliteDriver({ database: async () => openFile(file, wrote) }),
    createQueryCompiler: () => new SqliteQueryCompiler(),
    createAdapter: () => new SqliteAdapter(),
    createIntrospector: (db) => new SqliteIntrospector(db),
  };
}

class NodeSqliteDriver extends SqliteDriver {
  /** A transaction that reads first and writes later would fail when another process wrote in between. */
  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'));
  }
}

function openFile(file: string, wrote: Wrote): SqliteDatabase {
  if (file !== ':memory:') mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const database = new DatabaseSync(file, { timeout: BUSY_MS, enableForeignKeyConstraints: true });
  if (file !== ':memory:') forOwnerOnly(file);
  // `full` waits for the disk at every commit: a rotated token that a power cut takes back locks the wearer out
  // of the source. Readings are written in batches, so that many share one wait.
  // `secure_delete` overwrites what is erased: a disconnected wearer's credentials are gone from the file.
  database.exec('pragma journal_mode = wal; pragma synchronous = full; pragma secure_delete = on;');
  const statements = new Map<string, SqliteStatement>();
  return {
    close: () => database.close(),
    prepare(sql) {
      const known = statements.get(sql);
      if (known !== undefined) return known;
      const table = writing.exec(sql)?.[1];
      const statement = adapt(database.prepare(sql), table === undefined ? null : () => wrote(table));
      const [oldest] = statements.keys();
      if (statements.size >= STATEMENTS && oldest !== undefined) statements.delete(oldest);
      statements.set(sql, statement);
      return statement;
    },
  };
}

/** SQLite gives its other files (write-ahead log, shared memory) the same mode. */
function forOwnerOnly(file: string): void {
  try {
    chmodSync(file, 0o600);
  } catch {
    // Somebody else's file, which this process may use: its mode is its owner's business.
  }
}

const writing = /^(?:insert (?:or \w+ )?into|update|delete from) "(\w+)"/;

function adapt(statement: StatementSync, wrote: (() => void) | null): SqliteStatement {
  const values = (parameters: readonly unknown[]) => parameters as SQLInputValue[];
  const reader = statement.columns().length > 0;
  if (wrote === null) {
    return {
      reader,
      all: (parameters) => statement.all(...values(parameters)),
      run: (parameters) => statement.run(...values(parameters)),
      iterate: (parameters) => statement.iterate(...values(parameters)),
    };
  }
  const then = <T>(result: T): T => {
    wrote();
    return result;
  };
  return {
    reader,
    all: (parameters) => then(statement.all(...values(parameters))),
    run: (parameters) => then(statement.run(...values(parameters))),
    iterate: (parameters) => then(statement.iterate(...values(parameters))),
  };
}
