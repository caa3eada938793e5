import { createHash } from 'node:crypto';
import { setImmediate as othersTurn } from 'node:timers/promises';
import { showCode } from '@tealight/contract';
import { type ConnectionCode, mayHaveLamps } from '../accounts/connection-codes.ts';
import type { Db } from '../db.ts';

/** Codes in a batch: four rows each. */
const BATCH = 500;

/** SHA-1, hexadecimal, of each form in which people may enter the code: such clients hash the text as it is. */
function hashesOf(code: string): string[] {
  const forms = [code, showCode(code), code.toUpperCase(), showCode(code).toUpperCase()];
  return [...new Set(forms)].map((form) => createHash('sha1').update(form).digest('hex'));
}

/** Finds connection codes by their hash. */
export function codeHashStore(db: Db) {
  return {
    /** The current code that has this hash, among those that `hashNewCodes` has hashed. */
    async findByHash(hash: string): Promise<ConnectionCode | null> {
      const row = await db
        .selectFrom('code_hashes')
        .leftJoin('wearers', (join) =>
          join
            .onRef('wearers.id', '=', 'code_hashes.wearer_id')
            .onRef('wearers.code', '=', 'code_hashes.code'),
        )
        .leftJoin('follows', (join) =>
          join
            .onRef('follows.wearer_id', '=', 'code_hashes.wearer_id')
            .onRef('follows.code', '=', 'code_hashes.code')
            .on(mayHaveLamps),
        )
        .select(['code_hashes.wearer_id', 'code_hashes.code', 'wearers.id', 'follows.account_id'])
        .where('code_hashes.hash', '=', hash)
        .executeTakeFirst();
      if (row === undefined || (row.id === null && row.account_id === null)) return null;
      return {
        wearerId: row.wearer_id,
        code: row.code,
        accountId: row.id === null ? row.account_id : null,
      };
    },
    /** Hashes the codes that are new since the last call. */
    async hashNewCodes(): Promise<void> {
      for (const withoutHashes of [ownersWithoutHashes, followersWithoutHashes]) {
        for (;;) {
          const codes = await withoutHashes(db);
          if (codes.length === 0) break;
          await saveHashes(db, codes);
          if (codes.length < BATCH) break;
          // SQLite answers at once: without this nothing else of this process would run until the last batch.
          await othersTurn();
        }
      }
    },
  };
}

type WearerCode = { wearer_id: number; code: string };

const ownersWithoutHashes = (db: Db): Promise<WearerCode[]> =>
  db
    .selectFrom('wearers')
    .leftJoin('code_hashes', (join) =>
      join.onRef('code_hashes.wearer_id', '=', 'wearers.id').onRef('code_hashes.code', '=', 'wearers.code'),
    )
    .select(['wearers.id as wearer_id', 'wearers.code'])
    .where('code_hashes.wearer_id', 'is', null)
    .limit(BATCH)
    .execute();

const followersWithoutHashes = (db: Db): Promise<WearerCode[]> =>
  db
    .selectFrom('follows')
    .leftJoin('code_hashes', (join) =>
      join
        .onRef('code_hashes.wearer_id', '=', 'follows.wearer_id')
        .onRef('code_hashes.code', '=', 'follows.code'),
    )
    .select((row) => ['follows.wearer_id', row.ref('follows.code').$notNull().as('code')])
    .where('follows.code', 'is not', null)
    .where('code_hashes.wearer_id', 'is', null)
    .limit(BATCH)
    .execute();

/** Also removes the hashes of codes that these wearers no longer have. */
async function saveHashes(db: Db, codes: readonly WearerCode[]): Promise<void> {
  const ids = [...new Set(codes.map(({ wearer_id }) => wearer_id))];
  const rows = codes.flatMap(({ wearer_id, code }) =>
    hashesOf(code).map((hash) => ({ hash, wearer_id, code })),
  );
  await db
    .deleteFrom('code_hashes')
    .where('wearer_id', 'in', ids)
    .where('code', 'not in', (owners) =>
      owners.selectFrom('wearers').select('wearers.code').where('wearers.id', 'in', ids),
    )
    .where('code', 'not in', (followers) =>
      followers
        .selectFrom('follows')
        .select((row) => row.ref('follows.code').$notNull().as('code'))
        .where('follows.wearer_id', 'in', ids)
        .where('follows.code', 'is not', null),
    )
    .execute();
  // Another node may be doing the same.
  await db
    .insertInto('code_hashes')
    .values(rows)
    .onConflict((conflict) => conflict.column('hash').doNothing())
    .execute();
}
