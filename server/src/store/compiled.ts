import type { CompiledQuery } from 'kysely';
import type { Db } from './db.ts';

/**
 * A query that is asked with every call, compiled when it is first asked. `values` stand in the order in which the
 * query was built with stand-ins for them.
 */
export function compiledOnce<Row>(db: Db, build: (db: Db) => CompiledQuery<Row>) {
  let query: CompiledQuery<Row> | null = null;
  return async (values: readonly unknown[]): Promise<Row[]> => {
    query ??= build(db);
    return (await db.executeQuery<Row>({ ...query, parameters: values })).rows;
  };
}
