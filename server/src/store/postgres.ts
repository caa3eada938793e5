import { Socket } from 'node:net';
import { type Dialect, PostgresDialect, type PostgresPool, type PostgresPoolClient } from 'kysely';
import pg from 'pg';
import { MINUTE, SECOND } from '../times.ts';
import { queryFault } from './postgres-faults.ts';
import { type OnStoreFault, StoreUnavailable } from './unavailable.ts';

/** Connections a node keeps at most. Several nodes share one server, which takes 100 by default. */
const CONNECTIONS = 10;
/** For opening a connection, and for waiting for a free one. Own choice: a server across an ocean takes 1 s. */
const CONNECT_WITHIN_MS = 5 * SECOND;
/** The longest statement, statistics of 90 days, takes some 100 ms. A statement that waits for a lock ends, too. */
const STATEMENT_WITHIN_MS = 8 * SECOND;
/** The server ends a slow statement first, and the connection stays; without its answer the connection is dead. */
const ANSWER_WITHIN_MS = STATEMENT_WITHIN_MS + 2 * SECOND;
/** A node that stops in the middle of a transaction must not keep its locks from the others. */
const IDLE_IN_TRANSACTION_MS = 30 * SECOND;
const KEEP_ALIVE_AFTER_MS = 10 * SECOND;
const IDLE_MS = 30 * SECOND;
/** A load balancer that moved to another server gets its connections at last. */
const LIFETIME_S = (30 * MINUTE) / SECOND;

const { builtins } = pg.types;
/** Counts, times and ids are `bigint`, sums and averages `numeric`: all far below 2^53, so plain numbers. */
const numbers: readonly number[] = [builtins.INT8, builtins.NUMERIC];

const types: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format: 'text' | 'binary') =>
    numbers.includes(oid) && format !== 'binary'
      ? Number
      : pg.types.getTypeParser(oid, format as 'text')) as typeof pg.types.getTypeParser,
};

/** Limits of time; migrations have none, since they may rewrite large tables. */
export type Limits = 'limited' | 'unlimited';

/** How to reach the server: everything lives in `schema` when one is named. */
function postgresConfig(url: string, schema: string | undefined, limits: Limits): pg.ClientConfig {
  return {
    connectionString: url,
    connectionTimeoutMillis: CONNECT_WITHIN_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_AFTER_MS,
    application_name: 'tealight',
    types,
    ...(schema !== undefined && { options: `-c search_path=${schema}` }),
    ...(limits === 'limited' && {
      statement_timeout: STATEMENT_WITHIN_MS,
      query_timeout: ANSWER_WITHIN_MS,
      idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS,
    }),
  };
}

/**
 * A connection whose loss never ends the process: a lost one also fails the query that is under way, which says so
 * to the caller. The driver's own way of closing waits for an answer; `cut` does not.
 */
class PostgresClient extends pg.Client {
  readonly #socket: Socket;

  constructor(config: pg.ClientConfig) {
    const socket = new Socket();
    super({ ...config, stream: () => socket });
    this.#socket = socket;
    this.on('error', () => {});
  }

  /** Ends the connection at once, without a word to the server. */
  cut(): void {
    this.#socket.destroy();
  }
}

/** A connection of its own, not yet connected. */
export const postgresClient = (url: string, schema?: string): PostgresClient =>
  new PostgresClient(postgresConfig(url, schema, 'limited'));

type Reach = { url: string; schema?: string | undefined; limits?: Limits };

/** Kysely's words for PostgreSQL 15 and later. */
export function postgresDialect(
  { url, schema, limits = 'limited' }: Reach,
  failed: OnStoreFault = () => {},
): Dialect {
  const pool = new pg.Pool({
    ...postgresConfig(url, schema, limits),
    Client: PostgresClient as never,
    max: CONNECTIONS,
    idleTimeoutMillis: IDLE_MS,
    maxLifetimeSeconds: LIFETIME_S,
  });
  // The pool drops an idle connection that ended; the next query opens another, or says why not.
  pool.on('error', () => {});
  return new PostgresDialect({ pool: watched(pool, failed) });
}

/**
 * The pool, with every failure as one of ours. When one connection is silent, the idle ones are probably as dead:
 * a firewall or a failover loses all at once, and each would keep somebody waiting in turn.
 */
function watched(pool: pg.Pool, failed: OnStoreFault): PostgresPool {
  const open = new Set<PostgresClient>();
  const idle = new Set<PostgresClient>();
  pool.on('connect', (client) => void open.add(client as unknown as PostgresClient));
  pool.on('acquire', (client) => void idle.delete(client as unknown as PostgresClient));
  pool.on('release', (_, client) => void idle.add(client as unknown as PostgresClient));
  pool.on('remove', (client) => {
    open.delete(client as unknown as PostgresClient);
    idle.delete(client as unknown as PostgresClient);
  });
  const reported = (fault: unknown): unknown => {
    if (fault instanceof StoreUnavailable) failed(fault);
    return fault;
  };
  const borrowed = (client: pg.PoolClient): PostgresPoolClient => {
    let broken = false;
    const query = async (sql: string, values: unknown[]) => {
      try {
        return await client.query(sql, values);
      } catch (error) {
        const fault = reported(queryFault(error));
        if (fault instanceof StoreUnavailable && !(error instanceof pg.DatabaseError)) {
          broken = true;
          for (const one of idle) one.cut();
        }
        throw fault;
      }
    };
    return { query, release: () => client.release(broken) } as unknown as PostgresPoolClient;
  };
  return {
    options: {},
    connect: () =>
      pool.connect().then(borrowed, (error: unknown) => {
        throw reported(new StoreUnavailable('unreachable', error));
      }),
    async end() {
      await pool.end();
      // Closing politely would wait for a server that is silent.
      for (const client of open) client.cut();
    },
  } as PostgresPool;
}

/** Makes the schema when it is missing. */
export async function makeSchema(url: string, schema: string): Promise<void> {
  const client = postgresClient(url);
  try {
    await client.connect();
    // One statement list is one transaction, and two nodes that make the same schema at once would collide.
    await client.query(
      `select pg_advisory_xact_lock(hashtext('tealight.schema')); create schema if not exists ${pg.escapeIdentifier(schema)}`,
    );
  } catch (error) {
    throw queryFault(error);
  } finally {
    client.cut();
  }
}
