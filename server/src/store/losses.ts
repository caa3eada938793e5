import type { TroubleWord } from '@tealight/contract';
import type { Db } from './db.ts';

export type LossLetterTable = { wearer_id: number; lost_since: number; written_at: number };

/** A source that gives no readings any more, and whom to tell. */
export type Loss = {
  wearerId: number;
  source: string;
  trouble: TroubleWord;
  /** Epoch milliseconds. */
  since: number;
  email: string;
  firstName: string;
};

/** Losses looked at in one go; the rest wait for the next look. */
const AT_ONCE = 100;

export type LossStore = ReturnType<typeof lossStore>;

/** Lost sources, and which of them their wearers have been told of. */
export function lossStore(db: Db) {
  return {
    /** Sources lost by one of these troubles since before `until`, that nobody was told of. Oldest first. */
    async untold(troubles: readonly TroubleWord[], until: number): Promise<Loss[]> {
      const rows = await db
        .selectFrom('connections')
        .innerJoin('wearers', 'wearers.id', 'connections.wearer_id')
        .innerJoin('accounts', 'accounts.id', 'wearers.account_id')
        .leftJoin('loss_letters', 'loss_letters.wearer_id', 'connections.wearer_id')
        .select(['connections.wearer_id', 'source', 'trouble', 'connections.since', 'email', 'first_name'])
        .where('connections.state', '=', 'trouble')
        .where('connections.trouble', 'in', [...troubles])
        .where('connections.since', '<=', until)
        .where((row) =>
          row.or([row('lost_since', 'is', null), row('lost_since', '!=', row.ref('connections.since'))]),
        )
        .orderBy('connections.since')
        .limit(AT_ONCE)
        .execute();
      return rows.flatMap(({ wearer_id: wearerId, trouble, first_name: firstName, source, since, email }) =>
        trouble === null ? [] : [{ wearerId, source, trouble, since, email, firstName }],
      );
    },
    /** Notes that this loss is told now. False when it was told before, by whichever node. */
    async tell(wearerId: number, since: number, now: number): Promise<boolean> {
      const row = await db
        .insertInto('loss_letters')
        .values({ wearer_id: wearerId, lost_since: since, written_at: now })
        .onConflict((conflict) =>
          conflict
            .column('wearer_id')
            .doUpdateSet({ lost_since: since, written_at: now })
            .where('loss_letters.lost_since', '!=', since),
        )
        .returning('wearer_id')
        .executeTakeFirst();
      return row !== undefined;
    },
  };
}
