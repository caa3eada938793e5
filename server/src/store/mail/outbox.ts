import type { Db } from '../db.ts';

/**
 * The recipient of an email that reaches nobody. Where an address has no account, such an email is queued instead of the
 * real one, so that neither the outbox nor its metrics reveal who has an account.
 */
export const NOBODY = '';

/** An email to send. */
export type OutboxMail = { recipient: string; subject: string; text: string; html: string };

/** An email that this node may try to send until its lease ends. `tries` includes this try. */
export type DueMail = OutboxMail & { id: number; tries: number; createdAt: number };

/** Emails to send: written in the transaction that causes them, and removed when a mail server has accepted them. */
export function outboxStore(db: Db) {
  return {
    async put(mail: OutboxMail, now: number): Promise<void> {
      const { recipient, subject, text, html } = mail;
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
    /** Leases due emails to the caller. Two nodes never get the same one. */
    async claim(limit: number, leaseMs: number, now: number): Promise<DueMail[]> {
      const due = await db
        .selectFrom('outbox')
        .select('id')
        .where('next_try_at', '<=', now)
        .where('lease_until', '<=', now)
        .orderBy('next_try_at')
        .limit(limit)
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
        // Repeated here, because another node may have leased the email since it was selected.
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
    /** Removes an email that was accepted by a mail server or given up, with the links in it. */
    async remove(id: number): Promise<void> {
      await db.deleteFrom('outbox').where('id', '=', id).execute();
    },
    /** Removes all emails to an account that is deleted. */
    async removeTo(recipient: string): Promise<void> {
      await db.deleteFrom('outbox').where('recipient', '=', recipient).execute();
    },
    /** After the try number `tries`. Does nothing when another node has leased the email since then. */
    async postpone({ id, tries }: { id: number; tries: number }, nextTryAt: number): Promise<void> {
      await db
        .updateTable('outbox')
        .set({ next_try_at: nextTryAt, lease_until: 0 })
        .where('id', '=', id)
        .where('tries', '=', tries)
        .execute();
    },
    /** Makes emails due now whose time is later than `latest`: a clock that was ahead has set it. */
    async resetFutureTimes({ now, latest }: { now: number; latest: number }): Promise<void> {
      await db
        .updateTable('outbox')
        .set({ next_try_at: now, lease_until: 0 })
        .where((row) => row.or([row('next_try_at', '>', latest), row('lease_until', '>', latest)]))
        .execute();
    },
    /** The number of emails to send. */
    async waiting(): Promise<number> {
      const { count } = await db
        .selectFrom('outbox')
        .select((row) => row.fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow();
      return Number(count);
    },
  };
}
