import type { TroubleWord } from '@tealight/contract';
import { type ExpressionBuilder, sql } from 'kysely';
import type { Db } from './db.ts';
import type { Tables } from './tables.ts';

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
    /**
     * Losses since before `until` that their wearers want to be told of, and were not. Oldest first. With `sources`:
     * those at these sources, whatever the trouble; without: those that nobody but the wearer can mend.
     */
    async untold(until: number, sources?: readonly string[]): Promise<Loss[]> {
      const rows = await db
        .selectFrom('connections')
        .innerJoin('wearers', 'wearers.id', 'connections.wearer_id')
        .innerJoin('accounts', 'accounts.id', 'wearers.account_id')
        .leftJoin('loss_letters', 'loss_letters.wearer_id', 'connections.wearer_id')
        .leftJoin('mail_settings', 'mail_settings.account_id', 'accounts.id')
        .select(['connections.wearer_id', 'source', 'trouble', 'connections.since', 'email', 'first_name'])
        .where('connections.state', '=', 'trouble')
        .where('connections.since', '<=', until)
        .where((row) => (sources === undefined ? waitsForWearer(row) : row('source', 'in', sources)))
        .where((row) => row.or([row('lost_source', 'is', null), row('lost_source', '=', 1)]))
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
        .columns(['wearer_id', 'lost_since', 'written_at'])
        // A wearer who was erased since the loss was read is passed over.
        .expression((from) =>
          from
            .selectFrom('wearers')
            .select(['id', moment(since).as('lost_since'), moment(now).as('written_at')])
            .where('id', '=', wearerId),
        )
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

/** It is not asked any more; or it is, and will give the same answer until the wearer has acted. */
const waitsForWearer = (row: ExpressionBuilder<Tables, 'connections'>) =>
  row.or([row('next_at', 'is', null), row('trouble', 'in', ['not-shared', 'key-lost'])]);

const moment = (at: number) => sql<number>`cast(${at} as bigint)`;
