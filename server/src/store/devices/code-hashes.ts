import { createHash } from 'node:crypto';
import { showCode } from '@tealight/contract';
import type { Db } from '../db.ts';

/** Wearers in a batch: four rows each. */
const BATCH = 500;

/** SHA-1, hexadecimal, of each form in which people may enter the code: such clients hash the text as it is. */
function hashesOf(code: string): string[] {
  const forms = [code, showCode(code), code.toUpperCase(), showCode(code).toUpperCase()];
  return [...new Set(forms)].map((form) => createHash('sha1').update(form).digest('hex'));
}

/** Finds wearers by the hash of their code. */
export function codeHashStore(db: Db) {
  return {
    /** The wearer with a current code that has this hash, among those that `catchUp` has hashed. */
    async wearerBy(hash: string): Promise<{ id: number; code: string } | null> {
      const row = await db
        .selectFrom('code_hashes')
        .innerJoin('wearers', (join) =>
          join
            .onRef('wearers.id', '=', 'code_hashes.wearer_id')
            .onRef('wearers.code', '=', 'code_hashes.code'),
        )
        .select(['wearers.id', 'wearers.code'])
        .where('code_hashes.hash', '=', hash)
        .executeTakeFirst();
      return row ?? null;
    },
    /** Hashes the codes that are new since the last call. */
    async catchUp(): Promise<void> {
      for (;;) {
        const wearers = await wearersWithoutHashes(db);
        if (wearers.length === 0) return;
        await saveHashes(db, wearers);
        if (wearers.length < BATCH) return;
      }
    },
  };
}

type WearerCode = { id: number; code: string };

const wearersWithoutHashes = (db: Db): Promise<WearerCode[]> =>
  db
    .selectFrom('wearers')
    .leftJoin('code_hashes', (join) =>
      join.onRef('code_hashes.wearer_id', '=', 'wearers.id').onRef('code_hashes.code', '=', 'wearers.code'),
    )
    .select(['wearers.id', 'wearers.code'])
    .where('code_hashes.wearer_id', 'is', null)
    .limit(BATCH)
    .execute();

async function saveHashes(db: Db, wearers: readonly WearerCode[]): Promise<void> {
  const ids = wearers.map(({ id }) => id);
  const rows = wearers.flatMap(({ id, code }) =>
    hashesOf(code).map((hash) => ({ hash, wearer_id: id, code })),
  );
  await db.deleteFrom('code_hashes').where('wearer_id', 'in', ids).execute();
  // Another node may be doing the same.
  await db
    .insertInto('code_hashes')
    .values(rows)
    .onConflict((conflict) => conflict.column('hash').doNothing())
    .execute();
}
