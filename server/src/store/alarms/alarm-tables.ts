import type { ChannelFailure, ChannelKind } from '@tealight/contract';
import type { AlarmKind, Loudness } from '@tealight/glucose';
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
    /** Whether highs escalate. */
    escalates_highs: Generated<number>;
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
    /** Since when it rings unseen, and how many steps of escalation were delivered since; null: it is silent. */
    ringing_since: number | null;
    steps: Generated<number>;
    /** How many messages there were about it. */
    messages: Generated<number>;
  };
  alarm_recipients: {
    wearer_id: number;
    account_id: number;
    on_duty: number;
    /** JSON, in place of `on_duty`; null: no plan. */
    plan: string | null;
    rank_on_duty: number;
    rank_off_duty: number;
    quiet_from: number | null;
    quiet_until: number | null;
    /** Null: the wearer's. */
    time_zone: string | null;
    /** When the next weekly email is due; null: they are off. */
    weekly_mail_at: number | null;
  };
  alarm_channels: {
    id: Generated<number>;
    account_id: number;
    kind: ChannelKind;
    name: string;
    hides_values: number;
    /** Encrypted JSON. */
    address: string;
    /** Recognizes the address without decrypting it. */
    address_hash: string;
    fingerprint: string | null;
    created_at: number;
    reached_at: number | null;
    shown_after_ms: number | null;
    failed_at: number | null;
    failure: ChannelFailure | null;
    /** When its owner was emailed that nothing reaches it. */
    warned_at: number | null;
  };
  alarm_deliveries: {
    id: Generated<number>;
    episode_id: number;
    /** Which message of the episode it is. */
    place: number;
    account_id: number;
    channel_id: number;
    what: MessageReason;
    loudness: Loudness;
    rank: number;
    /** Who was notified before and has not seen it: JSON; null for the first step. */
    not_seen: string | null;
    created_at: number;
    expires_at: number;
    /** When to try next, and the end of the lease while a node tries; null: done. */
    next_at: number | null;
    claimed_by: string | null;
    tries: number;
    handed_at: number | null;
    shown_at: number | null;
    failure: ChannelFailure | null;
    receipt: string | null;
  };
  server_keys: { name: string; encrypted: string };
};

/**
 * Why somebody gets a message: the alarm rings, its text has changed, somebody has seen it, its condition is over, data
 * are missing, so that nobody knows, or it ended otherwise: it was switched off.
 */
export const messageReasons = ['rings', 'text', 'seen', 'recovered', 'lost', 'ended'] as const;
export type MessageReason = (typeof messageReasons)[number];
/** Those of the last message about an episode. */
export const endReasons: ReadonlySet<MessageReason> = new Set(['recovered', 'lost', 'ended']);
