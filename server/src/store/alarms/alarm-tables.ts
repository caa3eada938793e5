import type { AlarmKind } from '@tealight/glucose';
import type { Generated } from 'kysely';

/** Times are epoch milliseconds, Booleans are 0 or 1. */
export type AlarmTables = {
  alarm_settings: {
    wearer_id: number;
    is_on: number;
    /** JSON; null: the initial ones. */
    rules: string | null;
    /** Who accepted what alarms cannot do, and when. */
    accepted_by: number | null;
    accepted_at: number | null;
  };
  /** Wearers with alarms on. */
  alarm_watch: {
    wearer_id: number;
    /** When to evaluate next; null: with the next reading. The end of the lease while a node evaluates. */
    next_at: number | null;
    claimed_by: string | null;
    /** What the evaluation remembers; JSON that only it reads. */
    state: string | null;
  };
  alarm_snoozes: {
    wearer_id: number;
    kind: AlarmKind;
    /** Whose snooze it is; 0: everybody's. */
    account_id: number;
    /** Null: until readings come. */
    until: number | null;
    set_by: number;
    set_at: number;
  };
  alarm_episodes: {
    id: Generated<number>;
    wearer_id: number;
    /** The evaluation's name for it. */
    episode: string;
    kind: AlarmKind;
    /** The rank of its worst kind so far. */
    worst_rank: number;
    began_at: number;
    ended_at: number | null;
    /** The last ring; null: it was snoozed all the time. */
    rang_at: number | null;
    rings: number;
    seen_at: number | null;
    seen_by: number | null;
    mgdl: number;
    /** The lowest reading of a low, the highest of a high. */
    worst_mgdl: number;
    taken_at: number;
  };
};
