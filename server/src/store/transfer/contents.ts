import { StartError } from '../../shared/start-error.ts';
import type { TableShape } from './shapes.ts';

/** A database without tables of Tealight. */
export class NoTealight extends StartError {}

/** A photo that is stored in the database. `createdAt`: epoch ms. */
export type StoredPhoto = { name: string; createdAt: number; content: AsyncIterable<Uint8Array> };

/** Everything in a database at one moment; others may write meanwhile. */
export type DatabaseSource = {
  /** The names of the migrations that it has. */
  migrations: readonly string[];
  /** Every table but that of photos, each after those that it refers to. */
  tables: readonly TableShape[];
  /** By table: the last id that was given, so that none is given twice. 0: none was. */
  lastIds: Readonly<Record<string, number>>;
  /** The rows of a table as lines (`lines.ts`), in batches. */
  rows(table: TableShape): AsyncIterable<readonly string[]>;
  /** The photos in the database. */
  photos(): AsyncIterable<StoredPhoto>;
  /** The names of photos that accounts have and the database has not: they are files. */
  namesOfPhotoFiles(): Promise<string[]>;
};

/** An empty database that is filled. */
export type DatabaseTarget = {
  /** Creates all tables, without rows, as these migrations make them. */
  createTables(migrations: readonly string[]): Promise<void>;
  /** Adds rows; `columns` are those of the lines. */
  add(table: string, columns: readonly string[], lines: readonly string[]): Promise<void>;
  addPhoto(name: string, createdAt: number, content: Uint8Array): Promise<void>;
  setLastIds(lastIds: Readonly<Record<string, number>>): Promise<void>;
  /** What it has now. */
  read<T>(work: (source: DatabaseSource) => Promise<T>): Promise<T>;
};
