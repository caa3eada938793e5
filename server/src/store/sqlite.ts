import { chmodSync } from 'node:fs';
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
import { openPatience } from './patience.ts';
import type { OnStoreFault } from './unavailable.ts';

/** Prepared statements kept. All of the store's own are some hundred; batches add one for each of their sizes. */
const STATEMENTS = 300;

/** Told after each statement that has written, with its table. */
export type Wrote = (table: string) => void;

/** Kysely's words for the SQLite that Node brings along. */
export function sqliteDialect(
  file: string,
  wrote: Wrote = () => {},
  failed: OnStoreFault = () => {},
): Dialect {
  const patience = openPatience(failed);
  const database = () => patience.patiently(async () => openFile(file, wrote), false);
  return {
    createDriver: () => new NodeSqliteDriver(database, patience.connection),
    createQueryCompiler: () => new SqliteQueryCompiler(),
    createAdapter: () => new SqliteAdapter(),
    createIntrospector: (db) => new SqliteIntrospector(db),
  };
}

class NodeSqliteDriver extends SqliteDriver {
  readonly #patient: (connection: DatabaseConnection) => DatabaseConnection;
  #connection: Promise<DatabaseConnection> | null = null;

  constructor(
    database: () => Promise<SqliteDatabase>,
    patient: (connection: DatabaseConnection) => DatabaseConnection,
  ) {
    super({ database });
    this.#patient = patient;
  }

  override acquireConnection(): Promise<DatabaseConnection> {
    this.#connection ??= super.acquireConnection().then(this.#patient);
    return this.#connection;
  }

  /** A transaction that reads first and writes later would fail when another process wrote in between. */
  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'));
  }

  /** A full disk has SQLite roll back by itself; then there is nothing left to do. */
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    await super.rollbackTransaction(connection).catch((error: unknown) => {
      if (!(error instanceof Error && error.message.includes('no transaction is active'))) throw error;
    });
  }
}

function openFile(file: string, wrote: Wrote): SqliteDatabase {
  // SQLite's own waiting would hold up the whole process: `openPatience` waits.
  const database = new DatabaseSync(file, { timeout: 0, enableForeignKeyConstraints: true });
  if (file !== ':memory:') forOwnerOnly(file);
  // `full` waits for the disk at every commit: a rotated token that a power cut takes back locks the wearer out
  // of the source. Readings are written in batches, so that many share one wait.
  // `secure_delete` overwrites what is erased: a disconnected wearer's credentials are gone from the file.
  try {
    database.exec('pragma journal_mode = wal; pragma synchronous = full; pragma secure_delete = on;');
  } catch (error) {
    database.close();
    throw error;
  }
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
