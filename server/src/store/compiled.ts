import type { CompiledQuery } from 'kysely';
import type { Db } from './db.ts';

/**
 * A query that is asked with every call, compiled once. `values` stand in the order in which the query was built
 * with stand-ins for them.
 */
export const compiledOnce =
  <Row>(db: Db, query: CompiledQuery<Row>) =>
  async (values: readonly unknown[]): Promise<Row[]> =>
    (await db.executeQuery<Row>({ ...query, parameters: values })).rows;
