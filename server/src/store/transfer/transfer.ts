import type { DatabaseLocation } from '../db.ts';
import type { DatabaseSource, DatabaseTarget } from './contents.ts';
import { openSqliteSource } from './sqlite-source.ts';
import { fillSqlite } from './sqlite-target.ts';

/**
 * Opens a database to read all of it as it is now. Nothing is locked or changed: a server may use it at the same time.
 * Throws `NoTealight` when it has no tables of Tealight, and `StartError` when it cannot be used.
 */
export async function openSource(location: DatabaseLocation): Promise<DatabaseSource & AsyncDisposable> {
  if (location.url === null) return openSqliteSource(location.file);
  const { openPostgresSource } = await import('./postgres-source.ts');
  return openPostgresSource({ ...location, url: location.url });
}

/**
 * Fills an empty database. In PostgreSQL all of it becomes visible when `work` resolves, and nothing when it throws or
 * the process ends. An SQLite file is written in place, and must not be one that a server could open.
 *
 * Throws `StartError` when the database is not empty.
 */
export async function fillDatabase<T>(
  location: DatabaseLocation,
  work: (target: DatabaseTarget) => Promise<T>,
): Promise<T> {
  if (location.url === null) return fillSqlite(location.file, work);
  const { fillPostgres } = await import('./postgres-target.ts');
  return fillPostgres({ ...location, url: location.url }, work);
}
