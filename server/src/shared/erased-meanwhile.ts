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
