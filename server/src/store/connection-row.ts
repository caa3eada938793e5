import type { TroubleWord } from '@tealight/contract';
import type { Generated, Selectable } from 'kysely';

export type ConnectionTable = {
  wearer_id: number;
  source: string;
  sealed_login: string | null;
  sealed_session: string | null;
  revision: number;
  state: LinkState;
  trouble: TroubleWord | null;
  since: number;
  failures: Generated<number>;
  next_at: number | null;
  fill_at: number | null;
  lease_until: Generated<number>;
  lease_by: string | null;
  rhythm: string | null;
  last_reading_at: number | null;
  created_at: number;
};

/** `off`: disconnected, with the credentials kept. `checking`: no answer yet. `silent`: answers without readings. */
export type LinkState = 'off' | 'checking' | 'fine' | 'silent' | 'trouble';

/** How a connection stands and when it is asked next. Times in epoch ms; null: not at all, or not yet. */
export type Standing = {
  state: LinkState;
  trouble: TroubleWord | null;
  /** Since when it stands like this. */
  since: number;
  /** Troubles in a row, back to the last reading. */
  failures: number;
  nextAt: number | null;
  /** When the history is to be asked for; null when it is there. */
  fillAt: number | null;
  /** What the poller has learnt of the sensor's rhythm, in the poller's own words. */
  rhythm: string | null;
  lastReadingAt: number | null;
};

/** A wearer's link to a source. Login and session are sealed: the store never sees what is inside. */
export type Connection = Standing & {
  wearerId: number;
  source: string;
  sealedLogin: string | null;
  sealedSession: string | null;
  /** Grows whenever login or session change, so that whoever holds older ones notices. */
  revision: number;
};

export const toConnection = (row: Selectable<ConnectionTable>): Connection => ({
  wearerId: row.wearer_id,
  source: row.source,
  sealedLogin: row.sealed_login,
  sealedSession: row.sealed_session,
  revision: row.revision,
  state: row.state,
  trouble: row.trouble,
  since: row.since,
  failures: row.failures,
  nextAt: row.next_at,
  fillAt: row.fill_at,
  rhythm: row.rhythm,
  lastReadingAt: row.last_reading_at,
});
