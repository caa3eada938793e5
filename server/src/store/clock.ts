import { sql } from 'kysely';
import { type Db, isPostgres } from './db.ts';

/** The clock that all nodes share. */
export function databaseClock(db: Db) {
  return {
    /** Epoch ms by the database's own clock; null where the database is this process's and has no other clock. */
    async read(): Promise<number | null> {
      if (!isPostgres(db)) return null;
      const { rows } = await sql<{ at: number }>`
        select (extract(epoch from clock_timestamp()) * 1000)::bigint as at`.execute(db);
      return rows[0]?.at ?? null;
    },
  };
}
