import { sql } from 'kysely';
import type { Db } from './db.ts';

/** A file of a profile photo, by its random name. Accounts name theirs; `created_at` in epoch ms. */
export type PhotoTable = { name: string; content: Uint8Array; created_at: number };

/** Bytes read at a time. Own choice. */
const PIECE_BYTES = 256 * 1024;

export type PhotoStore = ReturnType<typeof photoStore>;

/** Photos that every node can show. */
export function photoStore(db: Db) {
  return {
    /** A name that is there already stays as it is. */
    async put(name: string, content: Buffer, now: number): Promise<void> {
      await db
        .insertInto('photos')
        .values({ name, content, created_at: now })
        .onConflict((conflict) => conflict.column('name').doNothing())
        .execute();
    },
    /** In bytes; null when there is no such photo. */
    async sizeOf(name: string): Promise<number | null> {
      const size = sql<number>`length(content)`.as('size');
      const row = await db.selectFrom('photos').select(size).where('name', '=', name).executeTakeFirst();
      return row?.size ?? null;
    },
    /** Piece by piece: a client that reads slowly must not hold a whole photo in memory. */
    async *read(name: string, pieceBytes = PIECE_BYTES): AsyncGenerator<Buffer> {
      for (let start = 1; ; start += pieceBytes) {
        const piece = sql<Uint8Array>`substr(content, ${sql.lit(start)}, ${sql.lit(pieceBytes)})`.as('piece');
        const row = await db.selectFrom('photos').select(piece).where('name', '=', name).executeTakeFirst();
        if (row === undefined || row.piece.length === 0) return;
        yield Buffer.from(row.piece);
        if (row.piece.length < pieceBytes) return;
      }
    },
    async remove(names: readonly string[]): Promise<void> {
      await db.deleteFrom('photos').where('name', 'in', names).execute();
    },
    /** Removes those that no account names and that are older than `before`, epoch ms. */
    async removeUnowned(before: number): Promise<void> {
      const named = (column: 'photo_original' | 'photo_square') =>
        db.selectFrom('accounts').select(column).where(column, 'is not', null).$castTo<{ name: string }>();
      await db
        .deleteFrom('photos')
        .where('created_at', '<', before)
        .where('name', 'not in', named('photo_original'))
        .where('name', 'not in', named('photo_square'))
        .execute();
    },
  };
}
