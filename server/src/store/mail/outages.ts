import type { SourceErrorCode } from '@tealight/contract';
import { type ExpressionBuilder, sql } from 'kysely';
import type { Db } from '../db.ts';
import type { Tables } from '../tables.ts';

/** A connection without readings because of an error, and the email address of the account that owns its wearer. */
export type Outage = {
  wearerId: number;
  source: string;
  errorCode: SourceErrorCode;
  /** Epoch milliseconds. */
  since: number;
  email: string;
  firstName: string;
  wearer: { publicId: string; name: string };
  /** Whether the account owns other wearers, so that the email must say whose source it is. */
  isOneOfSeveral: boolean;
};

/** Outages in a batch; the rest wait for the next check. */
const BATCH = 100;

/** Outages of connections, and for which of them an email was written. */
export function outageStore(db: Db) {
  return {
    /**
     * Outages that began at `until` or before, without an email yet, whose owners want emails. Oldest first. With
     * `sources`: all outages at these sources; without: those that only the wearer can fix.
     */
    async unnotified(until: number, sources?: readonly string[]): Promise<Outage[]> {
      const rows = await db
        .selectFrom('connections')
        .innerJoin('wearers', 'wearers.id', 'connections.wearer_id')
        .innerJoin('accounts', 'accounts.id', 'wearers.account_id')
        .leftJoin('outage_mails', 'outage_mails.wearer_id', 'connections.wearer_id')
        .leftJoin('mail_settings', 'mail_settings.account_id', 'accounts.id')
        .select(['connections.wearer_id', 'source', 'error_code', 'connections.since', 'email', 'first_name'])
        .select(['wearers.public_id', 'wearers.name'])
        .select((row) =>
          row
            .selectFrom('wearers as siblings')
            .select(row.fn.countAll<number>().as('count'))
            .whereRef('siblings.account_id', '=', 'wearers.account_id')
            .as('wearers_of_account'),
        )
        .where('connections.state', '=', 'error')
        .where('connections.since', '<=', until)
        .where((row) => (sources === undefined ? waitsForWearer(row) : row('source', 'in', sources)))
        .where((row) => row.or([row('lost_source', 'is', null), row('lost_source', '=', 1)]))
        .where((row) =>
          row.or([row('outage_since', 'is', null), row('outage_since', '!=', row.ref('connections.since'))]),
        )
        .orderBy('connections.since')
        .limit(BATCH)
        .execute();
      return rows.flatMap((row) => {
        const {
          wearer_id: wearerId,
          error_code: errorCode,
          first_name: firstName,
          source,
          since,
          email,
        } = row;
        if (errorCode === null) return [];
        const wearer = { publicId: row.public_id, name: row.name };
        const outage = { wearerId, source, errorCode, since, email, firstName, wearer };
        return [{ ...outage, isOneOfSeveral: Number(row.wearers_of_account) > 1 }];
      });
    },
    /** Records that an email is written for this outage. False when one is already written, or the wearer was erased. */
    async markNotified(wearerId: number, since: number, now: number): Promise<boolean> {
      const row = await db
        .insertInto('outage_mails')
        .columns(['wearer_id', 'outage_since', 'created_at'])
        // Skips a wearer who was erased since the outage was read.
        .expression((from) =>
          from
            .selectFrom('wearers')
            .select(['id', bigint(since).as('outage_since'), bigint(now).as('created_at')])
            .where('id', '=', wearerId),
        )
        .onConflict((conflict) =>
          conflict
            .column('wearer_id')
            .doUpdateSet({ outage_since: since, created_at: now })
            .where('outage_mails.outage_since', '!=', since),
        )
        .returning('wearer_id')
        .executeTakeFirst();
      return row !== undefined;
    },
  };
}

/** It is not polled anymore; or it is, and will get the same answer until the wearer has acted. */
const waitsForWearer = (row: ExpressionBuilder<Tables, 'connections'>) =>
  row.or([row('next_at', 'is', null), row('error_code', 'in', ['not-shared', 'key-lost'])]);

const bigint = (at: number) => sql<number>`cast(${at} as bigint)`;
