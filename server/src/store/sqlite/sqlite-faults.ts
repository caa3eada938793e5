import { type StoreFault, StoreUnavailable } from '../../shared/store-errors.ts';

/** [sqlite.org/rescode.html] Primary result codes of faults of the file or the disk, not of the query. */
const faults: Readonly<Record<number, StoreFault>> = {
  5: 'busy', //       SQLITE_BUSY
  8: 'read-only', //  SQLITE_READONLY
  10: 'disk-full', // SQLITE_IOERR: usually a write beyond a limit or quota
  11: 'damaged', //   SQLITE_CORRUPT
  13: 'disk-full', // SQLITE_FULL
  14: 'unreachable', // SQLITE_CANTOPEN
  26: 'damaged', //   SQLITE_NOTADB
};

/** An error of SQLite: as `StoreUnavailable` for a fault of the file or the disk, any other unchanged. */
export function sqliteFault(error: unknown): unknown {
  const { code, errcode } = (error ?? {}) as { code?: unknown; errcode?: number };
  // The lower eight bits are the primary code.
  const fault = code === 'ERR_SQLITE_ERROR' ? faults[(errcode ?? 0) & 0xff] : undefined;
  return fault === undefined ? error : new StoreUnavailable(fault, error);
}
