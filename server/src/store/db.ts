import {
  type CompiledQuery,
  type Expression,
  type Kysely,
  PostgresAdapter,
  type RawBuilder,
  sql,
} from 'kysely';
import type { Tables } from './tables.ts';

/** The database, or a transaction in it. */
export type Db = Kysely<Tables>;

/** Whether the database is PostgreSQL, which several nodes may share. */
export const isPostgres = (db: Db): boolean => db.getExecutor().adapter instanceof PostgresAdapter;

/**
 * Whether `value` is among those of `query`, which has a limit or locks rows. PostgreSQL may run a query after `in`
 * again for each row, above all where its statistics are from when the table was empty: a limit is then exceeded, and
 * the time grows with the square of the rows. As an array, it runs once.
 */
export const isAmong = (
  db: Db,
  value: Expression<unknown>,
  query: Expression<unknown>,
): RawBuilder<boolean> => (isPostgres(db) ? sql`${value} = any(array${query})` : sql`${value} in ${query}`);

/** Where the database is. `url` null: an SQLite file, created if necessary; `:memory:` stores nothing. */
export type DatabaseLocation = {
  url: string | null;
  file: string;
  /** PostgreSQL only: what the address is named in errors; by default `DATABASE_URL`. */
  setting?: string;
  /** PostgreSQL only: the schema, created if necessary; by default the server's default schema. */
  schema?: string;
  /** SQLite only: whether to lock the folder against other processes. */
  locked?: boolean;
};

/** The database's clock, which all nodes share. */
export function databaseClock(db: Db) {
  return {
    /** Epoch ms by the database server's clock; null with SQLite, which has the clock of this process. */
    async read(): Promise<number | null> {
      if (!isPostgres(db)) return null;
      const { rows } = await sql<{ at: number }>`
        select (extract(epoch from clock_timestamp()) * 1000)::bigint as at`.execute(db);
      return rows[0]?.at ?? null;
    },
  };
}

/**
 * A frequent query that is compiled only once, on its first use. `values` replace the placeholder values with which
 * it was built, in the same order.
 */
export function compileOnce<Row>(db: Db, build: (db: Db) => CompiledQuery<Row>) {
  let query: CompiledQuery<Row> | null = null;
  return async (values: readonly unknown[]): Promise<Row[]> => {
    query ??= build(db);
    return (await db.executeQuery<Row>({ ...query, parameters: values })).rows;
  };
}
