import { createHash } from 'node:crypto';
import { showCode } from '@tealight/contract';
import type { Db } from './db.ts';

/** A code under one of the hashes that a Nightscout client may send in its place. */
export type CodePrintTable = { print: string; wearer_id: number; code: string };

/** Wearers a round: four rows each. */
const ROUND = 500;

/** SHA-1, hexadecimal, in each way people may have typed the code: such clients hash what they were given. */
export function printsOf(code: string): string[] {
  const typed = [code, showCode(code), code.toUpperCase(), showCode(code).toUpperCase()];
  return [...new Set(typed)].map((one) => createHash('sha1').update(one).digest('hex'));
}

export type CodePrintStore = ReturnType<typeof codePrintStore>;

/** Finds wearers by the hash of their code. */
export function codePrintStore(db: Db) {
  return {
    /** The wearer whose present code has this hash, as far as `catchUp` has seen it. */
    async wearerBy(print: string): Promise<{ id: number; code: string } | null> {
      const row = await db
        .selectFrom('code_prints')
        .innerJoin('wearers', (join) =>
          join
            .onRef('wearers.id', '=', 'code_prints.wearer_id')
            .onRef('wearers.code', '=', 'code_prints.code'),
        )
        .select(['wearers.id', 'wearers.code'])
        .where('code_prints.print', '=', print)
        .executeTakeFirst();
      return row ?? null;
    },
    /** Hashes the codes that are new since the last time. */
    async catchUp(): Promise<void> {
      for (;;) {
        const wearers = await unprinted(db);
        if (wearers.length === 0) return;
        await printed(db, wearers);
        if (wearers.length < ROUND) return;
      }
    },
  };
}

type Coded = { id: number; code: string };

const unprinted = (db: Db): Promise<Coded[]> =>
  db
    .selectFrom('wearers')
    .leftJoin('code_prints', (join) =>
      join.onRef('code_prints.wearer_id', '=', 'wearers.id').onRef('code_prints.code', '=', 'wearers.code'),
    )
    .select(['wearers.id', 'wearers.code'])
    .where('code_prints.wearer_id', 'is', null)
    .limit(ROUND)
    .execute();

async function printed(db: Db, wearers: readonly Coded[]): Promise<void> {
  const ids = wearers.map(({ id }) => id);
  const rows = wearers.flatMap(({ id, code }) =>
    printsOf(code).map((print) => ({ print, wearer_id: id, code })),
  );
  await db.deleteFrom('code_prints').where('wearer_id', 'in', ids).execute();
  // Another node may be doing the same.
  await db
    .insertInto('code_prints')
    .values(rows)
    .onConflict((conflict) => conflict.column('print').doNothing())
    .execute();
}
