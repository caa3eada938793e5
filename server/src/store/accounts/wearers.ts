import { randomInt } from 'node:crypto';
import { CODE_LENGTH, codeLetters } from '@tealight/contract';
import type { Flash, Palette, Range } from '@tealight/glucose';
import type { Selectable } from 'kysely';
import type { Db } from '../db.ts';
import type { AccountTables } from './account-tables.ts';

/** A person who wears a sensor, with the connection code, range and palette. */
export type Wearer = {
  id: number;
  accountId: number;
  /** The connection code in normal form: ten characters, lower case, no dash. */
  code: string;
  /** Null until all three setpoints are saved. */
  range: Range | null;
  flash: Flash;
  palette: Palette;
  createdAt: number;
};

/** 50 random bits. */
const randomCode = (): string =>
  Array.from({ length: CODE_LENGTH }, () => codeLetters[randomInt(codeLetters.length)]).join('');

export const toWearer = (row: Selectable<AccountTables['wearers']>): Wearer => ({
  id: row.id,
  accountId: row.account_id,
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
    async add(accountId: number, now: number): Promise<Wearer> {
      const row = await db
        .insertInto('wearers')
        .values({
          account_id: accountId,
          code: randomCode(),
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
    /** Replaces the connection code; the old one is invalid from now on. */
    async renewCode(id: number): Promise<string> {
      const { code } = await update(id)
        .set({ code: randomCode() })
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
