import { Socket } from 'node:net';
import { type Dialect, PostgresDialect, type PostgresPool, type PostgresPoolClient } from 'kysely';
import pg from 'pg';
import { type OnStoreFault, StoreUnavailable } from '../../shared/store-errors.ts';
import { MINUTE, SECOND } from '../../shared/time-units.ts';
import { queryFault } from './postgres-faults.ts';

/** The most connections of a node. Several nodes share one server, which allows 100 by default. */
const CONNECTIONS = 10;
/** For opening a connection, and for waiting for a free one. Own choice: a server across an ocean takes 1 s. */
const CONNECT_TIMEOUT_MS = 5 * SECOND;
/** The longest statement, statistics of 90 days, takes some 100 ms. A statement that waits for a lock ends, too. */
const STATEMENT_TIMEOUT_MS = 8 * SECOND;
/** The server ends a slow statement first, and the connection stays; without its answer the connection is dead. */
const ANSWER_TIMEOUT_MS = STATEMENT_TIMEOUT_MS + 2 * SECOND;
/** A node that stops in the middle of a transaction must not keep its locks from the others. */
const IDLE_IN_TRANSACTION_MS = 30 * SECOND;
const KEEP_ALIVE_AFTER_MS = 10 * SECOND;
/** So the server ends the connections of a node that has vanished within a minute: it allows only some hundred. Seconds. */
const SERVER_KEEP_ALIVE = { tcp_keepalives_idle: 30, tcp_keepalives_interval: 10, tcp_keepalives_count: 3 };
const IDLE_MS = 30 * SECOND;
/** So that, after a load balancer has moved to another server, all connections follow. */
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

/** Whether statements have timeouts; migrations have none, since they may rewrite large tables. */
export type StatementTimeouts = 'limited' | 'unlimited';

/** How to reach the server. All tables are in `schema`, when one is given. */
function postgresConfig(
  url: string,
  schema: string | undefined,
  timeouts: StatementTimeouts,
): pg.ClientConfig {
  return {
    connectionString: url,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_AFTER_MS,
    application_name: 'tealight',
    types,
    options: sessionOptions(schema),
    ...(timeouts === 'limited' && {
      statement_timeout: STATEMENT_TIMEOUT_MS,
      query_timeout: ANSWER_TIMEOUT_MS,
      idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS,
    }),
  };
}

const sessionOptions = (schema: string | undefined): string =>
  Object.entries({ ...SERVER_KEEP_ALIVE, ...(schema !== undefined && { search_path: schema }) })
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(' ');

/**
 * A connection that does not end the process when it is lost: the running query fails, which tells the caller. The
 * driver's own `end` waits for an answer; `cut` does not.
 */
class PostgresClient extends pg.Client {
  readonly #socket: Socket;

  constructor(config: pg.ClientConfig) {
    const socket = new Socket();
    super({ ...config, stream: () => socket });
    this.#socket = socket;
    this.on('error', () => {});
  }

  /** Closes the connection at once, without informing the server. */
  cut(): void {
    this.#socket.destroy();
  }
}

/** A separate connection, not connected yet. */
export const postgresClient = (url: string, schema?: string): PostgresClient =>
  new PostgresClient(postgresConfig(url, schema, 'limited'));

type PostgresOptions = {
  url: string;
  schema?: string | undefined;
  timeouts?: StatementTimeouts;
  /** Gets a function that counts the connections. */
  onPool?: (counts: () => { open: number; idle: number; waiting: number }) => void;
};

/** The Kysely dialect for PostgreSQL 15 and later. */
export function postgresDialect(
  { url, schema, timeouts = 'limited', onPool }: PostgresOptions,
  onFault: OnStoreFault = () => {},
): Dialect {
  const pool = new pg.Pool({
    ...postgresConfig(url, schema, timeouts),
    Client: PostgresClient as never,
    max: CONNECTIONS,
    idleTimeoutMillis: IDLE_MS,
    maxLifetimeSeconds: LIFETIME_S,
  });
  // The pool removes an idle connection that has ended; the next query opens another, or fails.
  pool.on('error', () => {});
  onPool?.(() => ({ open: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }));
  return new PostgresDialect({ pool: withFaults(pool, onFault) });
}

/** Whether a connection is as good as before: a server that answers has no fault of its connections, unless it is a standby. */
const isUsable = ({ fault }: StoreUnavailable, error: unknown): boolean =>
  error instanceof pg.DatabaseError && fault !== 'read-only';

/**
 * The pool, with its failures as `StoreUnavailable`. When one connection does not answer, the idle ones are probably
 * dead too, after a firewall or a failover lost them: they are closed, so that no other query waits for them.
 */
function withFaults(pool: pg.Pool, onFault: OnStoreFault): PostgresPool {
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
    if (fault instanceof StoreUnavailable) onFault(fault);
    return fault;
  };
  const withQueryFaults = (client: pg.PoolClient): PostgresPoolClient => {
    let broken = false;
    const query = async (sql: string, values: unknown[]) => {
      try {
        return await client.query(sql, values.map(storable));
      } catch (error) {
        const fault = reported(queryFault(error));
        if (fault instanceof StoreUnavailable && !isUsable(fault, error)) {
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
      pool.connect().then(withQueryFaults, (error: unknown) => {
        throw reported(new StoreUnavailable('unreachable', error));
      }),
    async end() {
      await pool.end();
      // A regular close would wait for a server that does not answer.
      for (const client of open) client.cut();
    },
  } as PostgresPool;
}

/**
 * A value without the character of code zero, which PostgreSQL's text cannot hold (documentation, chapter 8.3): a
 * vendor or a device may send it in a name, and one odd character must not make a call fail.
 */
const storable = (value: unknown): unknown =>
  typeof value === 'string' && value.includes('\0') ? value.replaceAll('\0', '\uFFFD') : value;

/** Creates the schema if it does not exist. */
export async function createSchema(url: string, schema: string): Promise<void> {
  const client = postgresClient(url);
  try {
    await client.connect();
    // Two nodes that create the schema at once would collide. The statements of one query are one transaction.
    await client.query(
      `select pg_advisory_xact_lock(hashtext('tealight.schema')); create schema if not exists ${pg.escapeIdentifier(schema)}`,
    );
  } catch (error) {
    throw queryFault(error);
  } finally {
    client.cut();
  }
}
