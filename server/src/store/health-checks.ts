import type { Db } from './db.ts';

/** The row that is written to check whether the database accepts changes: one for all nodes, held by none. */
const PROBE = 'health-check';
/** The row that says when a node last looked for alarms that are due. */
const ALARM_CHECK = 'alarm-check';
/** The row with the newest time that a node has trusted. */
const TIME = 'time';

/** Queries of the health checks. */
export function checkStore(db: Db) {
  const note = async (name: string, now: number): Promise<void> => {
    await db
      .insertInto('leader_locks')
      .values({ name, held_by: '', held_until: now })
      .onConflict((conflict) => conflict.column('name').doUpdateSet({ held_until: now }))
      .execute();
  };
  return {
    /** Writes one small row. Throws when the database does not accept changes. */
    async write(now: number): Promise<void> {
      await note(PROBE, now);
    },
    /**
     * Whether a connection to one of `sources` has been due since before `since` and no node has leased it. Failed
     * connections do not count: they may wait for others that hang.
     */
    async isUnclaimed(sources: readonly string[], since: number): Promise<boolean> {
      if (sources.length === 0) return false;
      const row = await db
        .selectFrom('connections')
        .select('wearer_id')
        .where('source', 'in', sources)
        .where('next_at', '<', since)
        .where('failures', '=', 0)
        .where('lease_until', '<', since)
        .limit(1)
        .executeTakeFirst();
      return row !== undefined;
    },
    /** A node trusts that it is `now`. */
    async noteTime(now: number): Promise<void> {
      await note(TIME, now);
    },
    /** What `noteTime` has noted last, or else a health check, which may not be right; null in a new installation. */
    async notedTime(): Promise<number | null> {
      const rows = await db
        .selectFrom('leader_locks')
        .select(['name', 'held_until'])
        .where('name', 'in', [TIME, PROBE])
        .execute();
      return (rows.find(({ name }) => name === TIME) ?? rows[0])?.held_until ?? null;
    },
    /** A node has looked for alarms that are due. */
    async noteAlarmCheck(now: number): Promise<void> {
      await note(ALARM_CHECK, now);
    },
    /** What `noteAlarmCheck` has noted last; null: nothing yet. */
    async alarmCheckAt(): Promise<number | null> {
      const row = await db
        .selectFrom('leader_locks')
        .select('held_until')
        .where('name', '=', ALARM_CHECK)
        .executeTakeFirst();
      return row?.held_until ?? null;
    },
    /** Whether somebody's alarms are on and no node has looked for what is due since then. */
    async areAlarmsUnclaimed(since: number): Promise<boolean> {
      const row = await db
        .selectFrom('alarm_watch')
        .select('wearer_id')
        .where(({ not, exists, selectFrom }) =>
          not(
            exists(
              selectFrom('leader_locks')
                .select('name')
                .where('name', '=', ALARM_CHECK)
                .where('held_until', '>=', since),
            ),
          ),
        )
        .limit(1)
        .executeTakeFirst();
      return row !== undefined;
    },
    /** The encrypted sessions of the newest wearers. */
    async newestEncrypted(limit: number): Promise<{ wearerId: number; text: string }[]> {
      const rows = await db
        .selectFrom('connections')
        .select(['wearer_id', 'encrypted_session'])
        .where('encrypted_session', 'is not', null)
        .orderBy('wearer_id', 'desc')
        .limit(limit)
        .execute();
      return rows.flatMap(({ wearer_id: wearerId, encrypted_session: text }) =>
        text === null ? [] : [{ wearerId, text }],
      );
    },
    /** Whether any encrypted session begins with `prefix`. Reads all connections when none does. */
    async isEncryptedWith(prefix: string): Promise<boolean> {
      const row = await db
        .selectFrom('connections')
        .select('wearer_id')
        .where('encrypted_session', 'like', `${prefix}%`)
        .limit(1)
        .executeTakeFirst();
      return row !== undefined;
    },
  };
}
