import type { Selectable } from 'kysely';
import { type Db, isPostgres } from '../db.ts';
import type { AccountTables } from './account-tables.ts';

/** Someone who signs in. Times in epoch milliseconds. */
export type Account = {
  id: number;
  email: string;
  passwordHash: string;
  firstName: string;
  lastName: string;
  /** Country, ISO 3166-1 alpha-2. */
  location: string;
  phone: string | null;
  photo: Photo | null;
  emailConfirmedAt: number | null;
  firstSignedInAt: number | null;
  createdAt: number;
};

/** File names of a stored profile photo. */
export type Photo = { original: string; square: string };

export type NewAccount = Pick<
  Account,
  'email' | 'passwordHash' | 'firstName' | 'lastName' | 'location' | 'phone'
>;

export const emailKey = (email: string): string => email.trim().toLowerCase();

export const toAccount = (row: Selectable<AccountTables['accounts']>): Account => ({
  id: row.id,
  email: row.email,
  passwordHash: row.password_hash,
  firstName: row.first_name,
  lastName: row.last_name,
  location: row.location,
  phone: row.phone,
  photo:
    row.photo_original === null || row.photo_square === null
      ? null
      : { original: row.photo_original, square: row.photo_square },
  emailConfirmedAt: row.email_confirmed_at,
  firstSignedInAt: row.first_signed_in_at,
  createdAt: row.created_at,
});

/** Accounts: the people who sign in. */
export function accountStore(db: Db) {
  const update = (id: number) => db.updateTable('accounts').where('id', '=', id);
  return {
    /**
     * Returns the account and locks it, with what belongs to it, until the end of the transaction: PostgreSQL locks
     * the row, SQLite's transactions run one after the other. Code that reads an account and then writes locks it
     * first, before sessions and links, so that two transactions never deadlock.
     */
    async lock(id: number): Promise<Account | null> {
      const query = db.selectFrom('accounts').selectAll().where('id', '=', id);
      const row = await (isPostgres(db) ? query.forUpdate() : query).executeTakeFirst();
      return row === undefined ? null : toAccount(row);
    },
    /** The new account's id, or null when the address already has an account. */
    async add(account: NewAccount, now: number): Promise<number | null> {
      const row = await db
        .insertInto('accounts')
        .values({
          email: account.email,
          email_key: emailKey(account.email),
          password_hash: account.passwordHash,
          first_name: account.firstName,
          last_name: account.lastName,
          location: account.location,
          phone: account.phone,
          created_at: now,
        })
        .onConflict((conflict) => conflict.column('email_key').doNothing())
        .returning('id')
        .executeTakeFirst();
      return row?.id ?? null;
    },
    async byEmail(email: string): Promise<Account | null> {
      const row = await db
        .selectFrom('accounts')
        .selectAll()
        .where('email_key', '=', emailKey(email))
        .executeTakeFirst();
      return row === undefined ? null : toAccount(row);
    },
    async byId(id: number): Promise<Account | null> {
      const row = await db.selectFrom('accounts').selectAll().where('id', '=', id).executeTakeFirst();
      return row === undefined ? null : toAccount(row);
    },
    /** The first names of accounts that exist, by id. */
    async firstNames(ids: readonly number[]): Promise<Map<number, string>> {
      if (ids.length === 0) return new Map();
      const rows = await db
        .selectFrom('accounts')
        .select(['id', 'first_name'])
        .where('id', 'in', ids)
        .execute();
      return new Map(rows.map(({ id, first_name }) => [id, first_name]));
    },
    /** Stores the time of the first confirmation; later ones change nothing. */
    async confirmEmail(id: number, now: number): Promise<void> {
      await update(id).set({ email_confirmed_at: now }).where('email_confirmed_at', 'is', null).execute();
    },
    /** True for the first successful sign-in of the account, and never again. */
    async recordFirstSignIn(id: number, now: number): Promise<boolean> {
      const row = await update(id)
        .set({ first_signed_in_at: now })
        .where('first_signed_in_at', 'is', null)
        .returning('id')
        .executeTakeFirst();
      return row !== undefined;
    },
    async savePassword(id: number, passwordHash: string): Promise<void> {
      await update(id).set({ password_hash: passwordHash }).execute();
    },
    async saveProfile(
      id: number,
      profile: Pick<Account, 'firstName' | 'lastName' | 'location'>,
    ): Promise<void> {
      const { firstName, lastName, location } = profile;
      await update(id).set({ first_name: firstName, last_name: lastName, location }).execute();
    },
    async savePhoto(id: number, photo: Photo | null): Promise<void> {
      await update(id)
        .set({ photo_original: photo?.original ?? null, photo_square: photo?.square ?? null })
        .execute();
    },
    /** The names among these that are files of an account's photo. */
    async photosAmong(names: readonly string[]): Promise<Set<string>> {
      const rows = await db
        .selectFrom('accounts')
        .select(['photo_original', 'photo_square'])
        .where(({ or, eb }) => or([eb('photo_original', 'in', names), eb('photo_square', 'in', names)]))
        .execute();
      return new Set(rows.flatMap((row) => [row.photo_original ?? [], row.photo_square ?? []].flat()));
    },
    /** Removes the account and everything that belongs to it. Returns its photo; its files are the caller's to remove. */
    async remove(id: number): Promise<Photo | null> {
      const row = await db.deleteFrom('accounts').where('id', '=', id).returningAll().executeTakeFirst();
      return row === undefined ? null : toAccount(row).photo;
    },
  };
}
