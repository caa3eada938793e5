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
import { lruCache } from '../../shared/lru-cache.ts';
import type { OnStoreFault } from '../../shared/store-errors.ts';
import { openLockWait } from './lock-wait.ts';

/** The most cached prepared statements. The store has some hundred; batches add one for each of their sizes. */
const STATEMENTS = 300;

/** Called after each statement that writes, with its table. */
export type OnWrite = (table: string) => void;

/** `readOnly`: the file is opened as it is, and nothing is written. */
type SqliteOptions = { onWrite?: OnWrite; onFault?: OnStoreFault; readOnly?: boolean };

/** The Kysely dialect for Node's built-in SQLite. */
export function sqliteDialect(file: string, options: SqliteOptions = {}): Dialect {
  const { onWrite = () => {}, onFault = () => {}, readOnly = false } = options;
  const lockWait = openLockWait(onFault);
  const open = async () => openFile(file, { onWrite, readOnly });
  const database = () => lockWait.retryWhileLocked(open, false);
  return {
    createDriver: () => new NodeSqliteDriver(database, lockWait.wrapConnection),
    createQueryCompiler: () => new SqliteQueryCompiler(),
    createAdapter: () => new SqliteAdapter(),
    createIntrospector: (db) => new SqliteIntrospector(db),
  };
}

class NodeSqliteDriver extends SqliteDriver {
  readonly #wrapConnection: (connection: DatabaseConnection) => DatabaseConnection;
  #connection: Promise<DatabaseConnection> | null = null;

  constructor(
    database: () => Promise<SqliteDatabase>,
    wrapConnection: (connection: DatabaseConnection) => DatabaseConnection,
  ) {
    super({ database });
    this.#wrapConnection = wrapConnection;
  }

  override acquireConnection(): Promise<DatabaseConnection> {
    this.#connection ??= super.acquireConnection().then(this.#wrapConnection);
    return this.#connection;
  }

  /** Locks at once: a transaction that reads first and writes later fails when another process writes in between. */
  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'));
  }

  /** SQLite rolls back automatically when the disk is full; then there is nothing to do. */
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    await super.rollbackTransaction(connection).catch((error: unknown) => {
      if (!(error instanceof Error && error.message.includes('no transaction is active'))) throw error;
    });
  }
}

function openFile(
  file: string,
  { onWrite, readOnly }: { onWrite: OnWrite; readOnly: boolean },
): SqliteDatabase {
  // SQLite's own wait would block the whole process: `openLockWait` waits instead.
  const database = new DatabaseSync(file, { timeout: 0, enableForeignKeyConstraints: true, readOnly });
  if (file !== ':memory:' && !readOnly) restrictToOwner(file);
  // `full` waits for the disk at every commit: if a power failure loses a rotated token, the wearer has to connect
  // again. Readings are written in batches, so that many share one wait.
  // `secure_delete` overwrites erased data, such as the credentials of a wearer who has disconnected.
  try {
    if (!readOnly)
      database.exec('pragma journal_mode = wal; pragma synchronous = full; pragma secure_delete = on;');
  } catch (error) {
    database.close();
    throw error;
  }
  const statements = lruCache<string, SqliteStatement>({ limit: STATEMENTS });
  return {
    close: () => database.close(),
    prepare(sql) {
      const cached = statements.get(sql);
      if (cached !== undefined) return cached;
      const table = writeStatement.exec(sql)?.[1];
      const statement = toKyselyStatement(
        database.prepare(sql),
        table === undefined ? null : () => onWrite(table),
      );
      statements.set(sql, statement);
      return statement;
    },
  };
}

/** SQLite gives its other files (write-ahead log, shared memory) the same mode. */
function restrictToOwner(file: string): void {
  try {
    chmodSync(file, 0o600);
  } catch {
    // The file belongs to another user, who decides about its mode.
  }
}

const writeStatement = /^(?:insert (?:or \w+ )?into|update|delete from) "(\w+)"/;

function toKyselyStatement(statement: StatementSync, afterWrite: (() => void) | null): SqliteStatement {
  const values = (parameters: readonly unknown[]) => parameters as SQLInputValue[];
  const reader = statement.columns().length > 0;
  if (afterWrite === null) {
    return {
      reader,
      all: (parameters) => statement.all(...values(parameters)),
      run: (parameters) => statement.run(...values(parameters)),
      iterate: (parameters) => statement.iterate(...values(parameters)),
    };
  }
  const written = <T>(result: T): T => {
    afterWrite();
    return result;
  };
  return {
    reader,
    all: (parameters) => written(statement.all(...values(parameters))),
    run: (parameters) => written(statement.run(...values(parameters))),
    iterate: (parameters) => written(statement.iterate(...values(parameters))),
  };
}
