import { type Dialect, PostgresDialect } from 'kysely';
import pg from 'pg';
import { SECOND } from '../times.ts';

/** Connections a node keeps at most. Several nodes share one server, which takes 100 by default. */
const CONNECTIONS = 10;
const CONNECT_WITHIN_MS = 10 * SECOND;

const { builtins } = pg.types;
/** Counts, times and ids are `bigint`, sums and averages `numeric`: all far below 2^53, so plain numbers. */
const numbers: readonly number[] = [builtins.INT8, builtins.NUMERIC];

const types: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format: 'text' | 'binary') =>
    numbers.includes(oid) && format !== 'binary'
      ? Number
      : pg.types.getTypeParser(oid, format as 'text')) as typeof pg.types.getTypeParser,
};

/** How to reach the server: everything lives in `schema` when one is named. */
export function postgresConfig(url: string, schema?: string): pg.ClientConfig {
  return {
    connectionString: url,
    connectionTimeoutMillis: CONNECT_WITHIN_MS,
    keepAlive: true,
    application_name: 'tealight',
    types,
    ...(schema !== undefined && { options: `-c search_path=${schema}` }),
  };
}

/** Kysely's words for PostgreSQL 15 and later. */
export function postgresDialect(url: string, schema?: string): Dialect {
  const pool = new pg.Pool({ ...postgresConfig(url, schema), max: CONNECTIONS });
  // An idle connection may end at any time; the pool drops it, and the next query opens another or says why not.
  pool.on('error', () => {});
  return new PostgresDialect({ pool });
}

/** Makes the schema when it is missing. */
export async function makeSchema(url: string, schema: string): Promise<void> {
  const client = new pg.Client(postgresConfig(url));
  await client.connect();
  try {
    // One statement list is one transaction, and two nodes that make the same schema at once would collide.
    await client.query(
      `select pg_advisory_xact_lock(hashtext('tealight.schema')); create schema if not exists ${pg.escapeIdentifier(schema)}`,
    );
  } finally {
    await client.end();
  }
}
