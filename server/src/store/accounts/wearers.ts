import { randomInt } from 'node:crypto';
import { type Accent, codeLetters, MAX_WEARER_NAME_LENGTH } from '@tealight/contract';
import type { Flash, Palette, Range } from '@tealight/glucose';
import type { Selectable } from 'kysely';
import { type Db, isPostgres } from '../db.ts';
import type { AccountTables } from './account-tables.ts';
import { newCode } from './new-code.ts';

/** A person who wears a sensor, with the connection code, range and palette. */
export type Wearer = {
  id: number;
  /** The owner. */
  accountId: number;
  /** What others call the wearer by; it alone opens nothing. */
  publicId: string;
  name: string;
  accent: Accent;
  birthYear: number | null;
  /** The owner's connection code in normal form: ten characters, lower case, no dash. */
  code: string;
  /** Null until all three setpoints are saved. */
  range: Range | null;
  flash: Flash;
  palette: Palette;
  createdAt: number;
};

/** Of a public id: 60 random bits. */
const PUBLIC_ID_LENGTH = 12;

const newPublicId = (): string =>
  Array.from({ length: PUBLIC_ID_LENGTH }, () => codeLetters[randomInt(codeLetters.length)]).join('');

/** What `toWearer` reads. */
export type WearerColumns = Selectable<AccountTables['wearers']>;

export type NewWearer = { name: string; accent: Accent; birthYear: number | null };
/** What is changed of a wearer; absent members stay. */
export type WearerDetails = Partial<NewWearer>;

export const toWearer = (row: WearerColumns): Wearer => ({
  id: row.id,
  accountId: row.account_id,
  publicId: row.public_id,
  name: row.name,
  accent: row.accent,
  birthYear: row.birth_year,
  code: row.code,
  range:
    row.high === null || row.in_range === null || row.low === null
      ? null
      : { unit: row.unit, high: row.high, inRange: row.in_range, low: row.low },
  flash: { high: row.high_flash === 1, low: row.low_flash === 1 },
  palette: row.palette,
  createdAt: row.created_at,
});

/** Wearers: code, range, flashing and palette. */
export function wearerStore(db: Db) {
  const findBy = async (
    column: 'id' | 'account_id' | 'code',
    value: number | string,
  ): Promise<Wearer | null> => {
    const row = await db
      .selectFrom('wearers')
      .selectAll()
      .where(column, '=', value)
      .orderBy('id')
      .executeTakeFirst();
    return row === undefined ? null : toWearer(row);
  };
  const update = (id: number) => db.updateTable('wearers').where('id', '=', id);
  return {
    byId: (id: number) => findBy('id', id),
    /** The wearer, locked until the end of the transaction, so that limits hold when two calls come at once. */
    async lock(id: number): Promise<Wearer | null> {
      const query = db.selectFrom('wearers').selectAll().where('id', '=', id);
      const row = await (isPostgres(db) ? query.forUpdate() : query).executeTakeFirst();
      return row === undefined ? null : toWearer(row);
    },
    /** Keeps wearers from being locked or erased until the end of the transaction, in the order of ids. */
    async keep(ids: readonly number[]): Promise<void> {
      // SQLite has one writing transaction at a time.
      if (ids.length === 0 || !isPostgres(db)) return;
      await db
        .selectFrom('wearers')
        .select('id')
        .where('id', 'in', ids)
        .orderBy('id')
        .forKeyShare()
        .execute();
    },
    /** The account's own wearer. */
    byAccount: (accountId: number) => findBy('account_id', accountId),
    /** All wearers of an account, its own first. */
    async ofAccount(accountId: number): Promise<Wearer[]> {
      const rows = await db
        .selectFrom('wearers')
        .selectAll()
        .where('account_id', '=', accountId)
        .orderBy('id')
        .execute();
      return rows.map(toWearer);
    },
    /** Ids greater than `id`, ascending. */
    async idsAfter(id: number, count: number): Promise<number[]> {
      const rows = await db
        .selectFrom('wearers')
        .select('id')
        .where('id', '>', id)
        .orderBy('id')
        .limit(count)
        .execute();
      return rows.map((row) => row.id);
    },
    /** Expects the code in normal form (`normalCode` of the contract). */
    byCode: (code: string) => findBy('code', code),
    async add(accountId: number, { name, accent, birthYear }: NewWearer, now: number): Promise<Wearer> {
      const row = await db
        .insertInto('wearers')
        .values({
          account_id: accountId,
          public_id: newPublicId(),
          name: name.slice(0, MAX_WEARER_NAME_LENGTH).trim(),
          accent,
          birth_year: birthYear,
          code: await newCode(db),
          created_at: now,
          unit: 'mg/dL',
          high_flash: 0,
          low_flash: 0,
          palette: 'classic',
        })
        .returningAll()
        .executeTakeFirstOrThrow();
      return toWearer(row);
    },
    async saveDetails(id: number, { name, accent, birthYear }: WearerDetails): Promise<void> {
      await update(id)
        .set({
          // A statement must set at least one column.
          id,
          ...(name !== undefined && { name }),
          ...(accent !== undefined && { accent }),
          ...(birthYear !== undefined && { birth_year: birthYear }),
        })
        .execute();
    },
    /** Removes the wearer and everything that belongs to it. */
    async remove(id: number): Promise<void> {
      await db.deleteFrom('wearers').where('id', '=', id).execute();
    },
    /** The wearer belongs to another account from now on, with this connection code; null: with a new one. */
    async saveOwner(id: number, accountId: number, code: string | null): Promise<void> {
      await update(id)
        .set({ account_id: accountId, code: code ?? (await newCode(db)) })
        .execute();
    },
    /** Replaces the connection code; the old one is invalid from now on. */
    async renewCode(id: number): Promise<string> {
      const { code } = await update(id)
        .set({ code: await newCode(db) })
        .returning('code')
        .executeTakeFirstOrThrow();
      return code;
    },
    async saveRange(id: number, range: Range): Promise<void> {
      await update(id)
        .set({ unit: range.unit, high: range.high, in_range: range.inRange, low: range.low })
        .execute();
    },
    async saveFlash(id: number, flash: Flash): Promise<void> {
      await update(id)
        .set({ high_flash: flash.high ? 1 : 0, low_flash: flash.low ? 1 : 0 })
        .execute();
    },
    async savePalette(id: number, palette: Palette): Promise<void> {
      await update(id).set({ palette }).execute();
    },
  };
}
