/** Why the database does not work now. The query is not the cause: it may succeed later. */
export type StoreFault = 'unreachable' | 'slow' | 'busy' | 'disk-full' | 'read-only' | 'damaged';

/** The database does not work at the moment. `cause` is the driver's error. */
export class StoreUnavailable extends Error {
  override readonly name = 'StoreUnavailable';
  readonly fault: StoreFault;

  constructor(fault: StoreFault, cause?: unknown) {
    super(messages[fault], { cause });
    this.fault = fault;
  }
}

const messages: Readonly<Record<StoreFault, string>> = {
  unreachable: 'The database cannot be reached',
  slow: 'The database did not answer in time',
  busy: 'Another program holds a lock on the database',
  'disk-full': 'The disk of the database is full',
  'read-only': 'The database accepts no changes',
  damaged: 'The database file is damaged',
};

/** Called for each fault of the database itself. */
export type OnStoreFault = (error: StoreUnavailable) => void;

/** SQLITE_CONSTRAINT_FOREIGNKEY (sqlite.org/rescode.html), and PostgreSQL's foreign_key_violation (appendix A). */
const SQLITE_FOREIGN_KEY = 787;
const POSTGRES_FOREIGN_KEY = '23503';

/**
 * Whether the database refused a row because what it belongs to is gone: the account or the wearer was erased while the
 * call was running.
 */
export function isErasedMeanwhile(error: unknown): boolean {
  const { code, errcode } = (error ?? {}) as { code?: unknown; errcode?: unknown };
  return code === POSTGRES_FOREIGN_KEY || (code === 'ERR_SQLITE_ERROR' && errcode === SQLITE_FOREIGN_KEY);
}
