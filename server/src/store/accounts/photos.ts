import { sql } from 'kysely';
import type { Db } from '../db.ts';

/** Bytes read at a time. Own choice. */
const CHUNK_BYTES = 256 * 1024;

export type PhotoStore = ReturnType<typeof photoStore>;

/** Photos in the database, where every node can read them. */
export function photoStore(db: Db) {
  return {
    /** Does nothing when the name exists. */
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
    /** In chunks: a client that reads slowly must not hold a whole photo in memory. */
    async *read(name: string, chunkBytes = CHUNK_BYTES): AsyncGenerator<Buffer> {
      for (let start = 1; ; start += chunkBytes) {
        const chunk = sql<Uint8Array>`substr(content, ${sql.lit(start)}, ${sql.lit(chunkBytes)})`.as('chunk');
        const row = await db.selectFrom('photos').select(chunk).where('name', '=', name).executeTakeFirst();
        if (row === undefined || row.chunk.length === 0) return;
        yield Buffer.from(row.chunk);
        if (row.chunk.length < chunkBytes) return;
      }
    },
    async remove(names: readonly string[]): Promise<void> {
      await db.deleteFrom('photos').where('name', 'in', names).execute();
    },
    /** Removes photos that belong to no account and are older than `before`, epoch ms. */
    async removeUnowned(before: number): Promise<void> {
      const namesIn = (column: 'photo_original' | 'photo_square') =>
        db.selectFrom('accounts').select(column).where(column, 'is not', null).$castTo<{ name: string }>();
      await db
        .deleteFrom('photos')
        .where('created_at', '<', before)
        .where('name', 'not in', namesIn('photo_original'))
        .where('name', 'not in', namesIn('photo_square'))
        .execute();
    },
  };
}
