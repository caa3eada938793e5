import type { TableShape } from './shapes.ts';

/** Queries that both stores understand. */

export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** All rows of a table, in the order of its key. */
export function selectAll({ name, columns, key }: TableShape): string {
  const selected = columns.map((column) => quoted(column.name)).join(', ');
  const order = key.length === 0 ? '' : ` order by ${key.map(quoted).join(', ')}`;
  return `select ${selected} from ${quoted(name)}${order}`;
}

export const selectMigrations = 'select name from migrations order by name';

/** The names of photos that accounts have and the database has not. */
export const selectPhotoFiles = (hasPhotoTable: boolean): string =>
  `select photo_original as name from accounts where photo_original is not null
   union select photo_square from accounts where photo_square is not null
   ${hasPhotoTable ? 'except select name from photos' : ''}`;
