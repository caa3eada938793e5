import type { SourceErrorCode } from '@tealight/contract';
import type { Generated, Selectable } from 'kysely';

export type ConnectionTable = {
  wearer_id: number;
  source: string;
  encrypted_login: string | null;
  encrypted_session: string | null;
  revision: number;
  state: ConnectionStateName;
  error_code: SourceErrorCode | null;
  since: number;
  failures: Generated<number>;
  next_at: number | null;
  backfill_at: number | null;
  lease_until: Generated<number>;
  lease_by: string | null;
  /** `pollMemory`. The column keeps its first name, because nodes of two versions use it at a time. */
  rhythm: string | null;
  last_reading_at: number | null;
  created_at: number;
  /** Since when readings come from this login and person, epoch ms; null: since `created_at`. */
  login_since: number | null;
  /** Readings until then may be those of a person who was selected before, epoch ms; null: there was nobody else. */
  other_person_until: number | null;
};

/** `off`: disconnected, with its credentials stored. `checking`: no answer yet. `silent`: answers without readings. */
export type ConnectionStateName = 'off' | 'checking' | 'fine' | 'silent' | 'error';

/** The state of a connection and when it is polled next. Times in epoch ms; null: not at all, or not yet. */
export type ConnectionState = {
  state: ConnectionStateName;
  errorCode: SourceErrorCode | null;
  /** Since when it has this state. */
  since: number;
  /** Failed polls in a row, since the last reading. */
  failures: number;
  nextAt: number | null;
  /** When to read the history; null when it is complete. */
  backfillAt: number | null;
  /** The poller's `PollMemory` as JSON; `leases.ts` reads its `polledAt`. */
  pollMemory: string | null;
  lastReadingAt: number | null;
};

/** A wearer's connection to a source. Login and session are encrypted; the store cannot read them. */
export type Connection = ConnectionState & {
  wearerId: number;
  source: string;
  encryptedLogin: string | null;
  encryptedSession: string | null;
  /** Grows whenever login or session change, so that a poll with older ones is noticed. */
  revision: number;
};

export const toConnection = (row: Selectable<ConnectionTable>): Connection => ({
  wearerId: row.wearer_id,
  source: row.source,
  encryptedLogin: row.encrypted_login,
  encryptedSession: row.encrypted_session,
  revision: row.revision,
  state: row.state,
  errorCode: row.error_code,
  since: row.since,
  failures: row.failures,
  nextAt: row.next_at,
  backfillAt: row.backfill_at,
  pollMemory: row.rhythm,
  lastReadingAt: row.last_reading_at,
});
