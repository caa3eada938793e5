import { type CreateTableBuilder, type Kysely, PostgresAdapter, sql } from 'kysely';

/** Adds a key of growing ids, none of which is ever given twice: what remembers an id must not meet a stranger. */
export const withId = (db: Kysely<unknown>, table: CreateTableBuilder<string>) =>
  db.getExecutor().adapter instanceof PostgresAdapter
    ? table.addColumn('id', sql`bigserial`, (column) => column.primaryKey())
    : table.addColumn('id', 'integer', (column) => column.primaryKey().autoIncrement());
