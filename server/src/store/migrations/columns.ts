import { type CreateTableBuilder, type Kysely, PostgresAdapter, sql } from 'kysely';

/** Adds a primary key of increasing ids. No id is used twice, so that a stored reference never points to another row. */
export const withId = (db: Kysely<unknown>, table: CreateTableBuilder<string>) =>
  db.getExecutor().adapter instanceof PostgresAdapter
    ? table.addColumn('id', sql`bigserial`, (column) => column.primaryKey())
    : table.addColumn('id', 'integer', (column) => column.primaryKey().autoIncrement());
