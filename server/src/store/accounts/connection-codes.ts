import { sql } from 'kysely';
import { compileOnce, type Db } from '../db.ts';
import { newCode } from './new-code.ts';

/** A code that opens the glow of a wearer, in normal form. `accountId` is the follower whose own it is; null: the owner's. */
export type ConnectionCode = { wearerId: number; code: string; accountId: number | null };

/** Wearers in a statement: each is in it twice, and SQLite takes 32,766 values. */
const BATCH = 10_000;

/** Whether a follower may have lamps. Rights are words, separated by commas. */
export const mayHaveLamps = sql<boolean>`',' || follows.rights || ',' like '%,lamps,%'`;

const noAccount = sql<number | null>`cast(null as bigint)`.as('account_id');

/** The connection codes of owners and of followers. A follower's counts only with the right to have lamps. */
export function connectionCodeStore(db: Db, random?: () => string) {
  const findOne = compileOnce(db, findQuery);
  const ofOne = compileOnce(db, ofOneQuery);
  const followOf = (wearerId: number, accountId: number) =>
    db
      .selectFrom('follows')
      .select('code')
      .where('wearer_id', '=', wearerId)
      .where('account_id', '=', accountId)
      .where(mayHaveLamps);
  const save = async (wearerId: number, accountId: number, only: 'missing' | 'any'): Promise<boolean> => {
    const code = await newCode(db, random);
    const { numUpdatedRows } = await db
      .updateTable('follows')
      .set({ code })
      .where('wearer_id', '=', wearerId)
      .where('account_id', '=', accountId)
      .where(mayHaveLamps)
      .$if(only === 'missing', (query) => query.where('code', 'is', null))
      .executeTakeFirstOrThrow();
    return numUpdatedRows > 0n;
  };
  const codeOf = async (wearerId: number, accountId: number): Promise<string | null> =>
    (await followOf(wearerId, accountId).executeTakeFirst())?.code ?? null;
  return {
    /** Whose code this is, in normal form (`normalCode` of the contract); null for one that opens nothing. */
    async find(code: string): Promise<ConnectionCode | null> {
      const [row] = await findOne([code, code]);
      return row === undefined ? null : toCode(row);
    },
    /** All codes of the wearer that open something. */
    of: async (wearerId: number): Promise<ConnectionCode[]> =>
      (await ofOne([wearerId, wearerId])).map(toCode),
    /** The same for any number of wearers. */
    async ofWearers(wearerIds: readonly number[]): Promise<ConnectionCode[]> {
      const found: ConnectionCode[] = [];
      for (let start = 0; start < wearerIds.length; start += BATCH) {
        for (const code of await codesOf(db, wearerIds.slice(start, start + BATCH))) found.push(code);
      }
      return found;
    },
    /** The follower's own code, made when it is first needed. Null: the account may have no lamps of this wearer. */
    async ensure(wearerId: number, accountId: number): Promise<{ code: string; isNew: boolean } | null> {
      const known = await codeOf(wearerId, accountId);
      if (known !== null) return { code: known, isNew: false };
      const isNew = await save(wearerId, accountId, 'missing');
      const code = await codeOf(wearerId, accountId);
      return code === null ? null : { code, isNew };
    },
    /** Replaces the follower's own code; the old one is invalid from now on. Null as above. */
    async renew(wearerId: number, accountId: number): Promise<string | null> {
      await save(wearerId, accountId, 'any');
      return codeOf(wearerId, accountId);
    },
    /** Ends the follower's own code for good, whatever the rights are now or later. Returns it; null: there was none. */
    async end(wearerId: number, accountId: number): Promise<string | null> {
      const follow = db
        .selectFrom('follows')
        .select('code')
        .where('wearer_id', '=', wearerId)
        .where('account_id', '=', accountId);
      const code = (await follow.executeTakeFirst())?.code ?? null;
      if (code !== null) {
        await db.updateTable('follows').set({ code: null }).where('code', '=', code).execute();
      }
      return code;
    },
  };
}

type CodeRow = { wearer_id: number; code: string; account_id: number | null };

const toCode = ({ wearer_id, code, account_id }: CodeRow): ConnectionCode => ({
  wearerId: wearer_id,
  code,
  accountId: account_id,
});

const ownersCodes = (db: Db) => db.selectFrom('wearers').select(['id as wearer_id', 'code', noAccount]);

const followersCodes = (db: Db) =>
  db
    .selectFrom('follows')
    .select((follow) => [
      'wearer_id',
      follow.ref('code').$notNull().as('code'),
      sql<number | null>`account_id`.as('account_id'),
    ])
    .where('code', 'is not', null)
    .where(mayHaveLamps);

/** With placeholder values for the code, twice. */
const findQuery = (db: Db) =>
  ownersCodes(db)
    .where('code', '=', '')
    .unionAll(followersCodes(db).where('code', '=', ''))
    .compile();

/** With placeholder values for the wearer, twice. */
const ofOneQuery = (db: Db) =>
  ownersCodes(db)
    .where('id', '=', 0)
    .unionAll(followersCodes(db).where('wearer_id', '=', 0))
    .compile();

async function codesOf(db: Db, wearerIds: readonly number[]): Promise<ConnectionCode[]> {
  const rows = await ownersCodes(db)
    .where('id', 'in', wearerIds)
    .unionAll(followersCodes(db).where('wearer_id', 'in', wearerIds))
    .execute();
  return rows.map(toCode);
}
