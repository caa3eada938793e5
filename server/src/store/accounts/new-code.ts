import { randomInt } from 'node:crypto';
import { CODE_LENGTH, codeLetters } from '@tealight/contract';
import type { Db } from '../db.ts';

/** 50 random bits. */
const randomCode = (): string =>
  Array.from({ length: CODE_LENGTH }, () => codeLetters[randomInt(codeLetters.length)]).join('');

/**
 * A connection code that nobody has. Codes of owners and of followers are in two tables, so their unique columns
 * alone would allow one code in both.
 */
export async function newCode(db: Db, random: () => string = randomCode): Promise<string> {
  for (;;) {
    const code = random();
    const taken = await db
      .selectFrom('wearers')
      .select('code')
      .where('code', '=', code)
      .unionAll(
        db.selectFrom('follows').select('code').where('code', '=', code).$narrowType<{ code: string }>(),
      )
      .executeTakeFirst();
    if (taken === undefined) return code;
  }
}
