import { type Kysely, PostgresAdapter, sql } from 'kysely';

/** The type of a column of growing ids: each engine has its own word for it. */
export const idColumn = (db: Kysely<unknown>) =>
  db.getExecutor().adapter instanceof PostgresAdapter ? sql`bigserial` : sql`integer`;
