import type { SourceErrorCode } from '@tealight/contract';
import { sql } from 'kysely';
import type { ConnectionStateName } from './connections/connection-row.ts';
import type { Db } from './db.ts';

/** How many connections of a source have this state and error code. */
export type ConnectionGroup = {
  source: string;
  state: ConnectionStateName;
  errorCode: SourceErrorCode | null;
  count: number;
  /** For each of the ages in question: how many have a reading that is no older. */
  notOlder: number[];
};

/** What waits to be sent. `oldestAt`: epoch ms; null when nothing waits. */
export type Waiting = { count: number; oldestAt: number | null };

/** Queries of the metrics: each reads one index, or what is due alone, and nothing about a person. */
export function monitoringStore(db: Db) {
  return {
    /** All connections, in groups. `agesMs`: the ages of the newest reading to count by. */
    async connections(agesMs: readonly number[], now: number): Promise<ConnectionGroup[]> {
      const rows = await db
        .selectFrom('connections')
        .select(({ fn }) => ['source', 'state', 'error_code', fn.countAll<number>().as('count')])
        .select(
          agesMs.map((age, index) =>
            sql<number>`count(case when last_reading_at >= ${now - age} then 1 end)`.as(`age_${index}`),
          ),
        )
        .groupBy(['source', 'state', 'error_code'])
        .execute();
      return rows.map(({ source, state, error_code: errorCode, count, ...ages }) => ({
        source,
        state,
        errorCode,
        count: Number(count),
        notOlder: agesMs.map((_, index) => Number((ages as Record<string, number>)[`age_${index}`])),
      }));
    },
    /** When the connection of each source that has been due longest became due, epoch ms; null: none will be. */
    async oldestDue(sources: readonly string[]): Promise<Readonly<Record<string, number | null>>> {
      if (sources.length === 0) return {};
      // One lookup in the index for each source; `group by` would read all of it.
      const row = await db
        .selectNoFrom(({ selectFrom }) =>
          sources.map((source) =>
            selectFrom('connections')
              .select('next_at')
              .where('source', '=', source)
              .where('next_at', 'is not', null)
              .orderBy('next_at')
              .limit(1)
              .as(source),
          ),
        )
        .executeTakeFirstOrThrow();
      return row as Record<string, number | null>;
    },
    /** The emails that wait; their content is not read. */
    async outbox(): Promise<Waiting> {
      const row = await db
        .selectNoFrom(({ selectFrom }) => [
          selectFrom('outbox')
            .select(({ fn }) => fn.countAll<number>().as('count'))
            .as('count'),
          // Ids grow with time.
          selectFrom('outbox').select('created_at').orderBy('id').limit(1).as('oldest_at'),
        ])
        .executeTakeFirstOrThrow();
      return { count: Number(row.count), oldestAt: row.oldest_at };
    },
    /** The messages about alarms that no service has taken over yet. */
    async alarmMessages(): Promise<Waiting> {
      const row = await db
        .selectFrom('alarm_deliveries')
        .select(({ fn }) => [fn.countAll<number>().as('count'), fn.min('created_at').as('oldest_at')])
        .where('next_at', 'is not', null)
        .where('handed_at', 'is', null)
        .executeTakeFirstOrThrow();
      return { count: Number(row.count), oldestAt: row.oldest_at };
    },
  };
}
