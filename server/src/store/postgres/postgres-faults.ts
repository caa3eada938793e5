import pg from 'pg';
import { StartError } from '../../shared/start-error.ts';
import { type StoreFault, StoreUnavailable } from '../../shared/store-errors.ts';

/**
 * SQLSTATE classes and codes of faults of the server, not of the query.
 * [PostgreSQL, appendix A] 08: connection; 53: resources; 57P: shutdown and start; 58: system; XX: internal.
 */
const faults: readonly (readonly [start: string, fault: StoreFault])[] = [
  ['53100', 'disk-full'],
  ['25006', 'read-only'], // a standby, after a failover
  ['08', 'unreachable'],
  ['53', 'unreachable'],
  ['57014', 'slow'], // canceled, usually by `statement_timeout`
  ['57P', 'unreachable'],
  ['25P03', 'unreachable'], // `idle_in_transaction_session_timeout`
  ['55P03', 'busy'],
  ['58', 'unreachable'],
  ['XX001', 'damaged'],
  ['XX002', 'damaged'],
];

/** An error of a query: as `StoreUnavailable` for a fault of the server or of the network, any other unchanged. */
export function queryFault(error: unknown): unknown {
  if (error instanceof pg.DatabaseError) {
    const { code = '' } = error;
    const fault = faults.find(([start]) => code.startsWith(start))?.[1];
    return fault === undefined ? error : new StoreUnavailable(fault, error);
  }
  // The driver's own errors are about the connection, apart from a value that it cannot send: a `TypeError`.
  return error instanceof TypeError || error instanceof RangeError
    ? error
    : new StoreUnavailable('unreachable', error);
}

/** SQLSTATE of what somebody has to change first: a login, a database or a right. */
const mistakes = ['28', '3D', '42'] as const;

/** [PostgreSQL, appendix A] */
const TOO_MANY_CONNECTIONS = '53300';

/** A fault of the server as an error of starting that names the setting, never its address, which has a password. */
export function serverStartError(error: unknown, setting = 'DATABASE_URL'): unknown {
  if (!(error instanceof StoreUnavailable)) return error;
  const { code } = (error.cause ?? {}) as { code?: string };
  const why = code === undefined ? '' : ` (${code})`;
  const remedy =
    code === TOO_MANY_CONNECTIONS
      ? 'All of its connections are taken: raise its max_connections, or run fewer machines'
      : 'Check the address, the login and that the server runs';
  return new StartError(
    error.fault === 'disk-full'
      ? `The disk of the PostgreSQL server of ${setting} is full. Free some space there`
      : `The PostgreSQL server of ${setting} cannot be used${why}. ${remedy}`,
    { isTemporary: !mistakes.some((start) => code?.startsWith(start)) },
  );
}
