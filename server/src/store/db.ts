import { type Kysely, PostgresAdapter } from 'kysely';
import type { Tables } from './tables.ts';

/** The database, or a transaction in it: every store is made of one. */
export type Db = Kysely<Tables>;

/** Whether several nodes may share the database. What only one engine can say is asked of this. */
export const isPostgres = (db: Db): boolean => db.getExecutor().adapter instanceof PostgresAdapter;

/** Where the data lives. `url` null: one SQLite file, opened or made; `:memory:` keeps nothing. */
export type StorePlace = {
  url: string | null;
  file: string;
  /** PostgreSQL only: the schema to live in, made when missing; by default the one the server gives. */
  schema?: string;
  /** SQLite only: whether this process alone may use the folder of the file. */
  locked?: boolean;
};
