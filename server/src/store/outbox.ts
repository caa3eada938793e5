import type { Db } from './db.ts';

/**
 * The recipient of a mail that reaches nobody. Where an address has no account, one is written in place of the real
 * mail and takes the same way, so that neither the outbox nor its metrics tell who has an account.
 */
export const NOBODY = '';

/** A letter on its way: what it says and to whom. */
export type Letter = { recipient: string; subject: string; text: string; html: string };

/** A letter that this node may try to send until its lease ends. `tries` counts this one. */
export type DueLetter = Letter & { id: number; tries: number; createdAt: number };

export type OutboxStore = ReturnType<typeof outboxStore>;

/** Letters wait here, written in the same transaction as what caused them, until a mail server has taken them. */
export function outboxStore(db: Db) {
  return {
    async put(letter: Letter, now: number): Promise<void> {
      const { recipient, subject, text, html } = letter;
      await db
        .insertInto('outbox')
        .values({
          recipient,
          subject,
          text,
          html,
          created_at: now,
          next_try_at: now,
          tries: 0,
          lease_until: 0,
        })
        .execute();
    },
    /** Leases due letters to the caller; two nodes that ask at once never get the same one. */
    async claim(most: number, leaseMs: number, now: number): Promise<DueLetter[]> {
      const due = await db
        .selectFrom('outbox')
        .select('id')
        .where('next_try_at', '<=', now)
        .where('lease_until', '<=', now)
        .orderBy('next_try_at')
        .limit(most)
        .execute();
      if (due.length === 0) return [];
      const rows = await db
        .updateTable('outbox')
        .set((row) => ({ lease_until: now + leaseMs, tries: row('tries', '+', 1) }))
        .where(
          'id',
          'in',
          due.map(({ id }) => id),
        )
        // Repeated here, because another node may have taken the letter since it was selected.
        .where('lease_until', '<=', now)
        .returningAll()
        .execute();
      return rows.map(({ id, recipient, subject, text, html, tries, created_at }) => ({
        id,
        recipient,
        subject,
        text,
        html,
        tries,
        createdAt: created_at,
      }));
    },
    /** Accepted by a mail server, or given up: either way it leaves, and the links in it leave with it. */
    async remove(id: number): Promise<void> {
      await db.deleteFrom('outbox').where('id', '=', id).execute();
    },
    /** Letters to an account that is deleted say nothing any more. */
    async removeTo(recipient: string): Promise<void> {
      await db.deleteFrom('outbox').where('recipient', '=', recipient).execute();
    },
    /** After the try number `tries`; a letter that another node has claimed since then stays with it. */
    async postpone({ id, tries }: { id: number; tries: number }, nextTryAt: number): Promise<void> {
      await db
        .updateTable('outbox')
        .set({ next_try_at: nextTryAt, lease_until: 0 })
        .where('id', '=', id)
        .where('tries', '=', tries)
        .execute();
    },
    /** How many letters wait. */
    async waiting(): Promise<number> {
      const { count } = await db
        .selectFrom('outbox')
        .select((row) => row.fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow();
      return Number(count);
    },
  };
}
