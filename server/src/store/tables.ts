import type { ActivityKind, LampSettings, StatisticsSettings } from '@tealight/contract';
import type { Reading } from '@tealight/glucose';
import type { Generated } from 'kysely';
import type { AccountTables } from './accounts/account-tables.ts';
import type { AlarmTables } from './alarms/alarm-tables.ts';
import type { ConnectionTable } from './connections/connection-row.ts';

/** All tables. */
export type Tables = AccountTables &
  AlarmTables & {
    connections: ConnectionTable;
    readings: ReadingTable;
    filled_spans: FilledSpanTable;
    devices: DeviceTable;
    display_settings: DisplaySettingsTable;
    code_hashes: CodeHashTable;
    lamps: LampTable;
    leader_locks: LeaderLockTable;
    mqtt_topics: MqttTopicTable;
    photos: PhotoTable;
    sign_ins: SignInTable;
    limits: LimitTable;
    known_networks: KnownNetworkTable;
    account_activity: ActivityTable;
    outage_mails: OutageMailTable;
    mail_settings: MailSettingsTable;
    statistics_settings: StatisticsSettingsTable;
  };

type ActivityTable = {
  id: Generated<number>;
  account_id: number;
  kind: ActivityKind;
  at: number;
  /** The browser or app, as text for people; no address is stored. */
  device: string;
};

type KnownNetworkTable = {
  account_id: number;
  /** A keyed hash of account and network: no address is stored. */
  network: string;
  used_at: number;
};

/** A file of a profile photo, by its random name, which is stored in the account. `created_at` in epoch ms. */
type PhotoTable = { name: string; content: Uint8Array; created_at: number };

type SignInTable = {
  wearer_id: number;
  source: string;
  /** SHA-256 of the state that the vendor's page returns, hexadecimal. */
  key_hash: string;
  encrypted: string;
  expires_at: number;
};

/** One of the hashes that a Nightscout client may send instead of the code. */
type CodeHashTable = { hash: string; wearer_id: number; code: string };

export type DeviceTable = {
  wearer_id: number;
  /** The device's own id, the same for each of its connections. */
  device_id: string;
  kind: string;
  name: string | null;
  muted: Generated<number>;
  first_seen_at: number;
  last_seen_at: number;
  /** The device counts as connected until then. */
  live_until: number;
  /** The node with its open connection. */
  held_by: string | null;
  /** Whose code it used; null: the owner's. */
  account_id: number | null;
};

type DisplaySettingsTable = { wearer_id: number; all_history: number };

export type LampTable = {
  wearer_id: number;
  /** 0 to 1. */
  day_brightness: number;
  night_brightness: number;
  /** Minutes after midnight in the wearer's time zone; both null without a night. */
  night_from: number | null;
  night_until: number | null;
  in_range: LampSettings['inRange'];
  alarm_rhythm: Generated<number>;
  alarm_when_muted: Generated<number>;
  trying_since: number | null;
  home_assistant: Generated<number>;
};

/** A topic on the operator's broker that may have a retained message. */
type MqttTopicTable = { topic: string; wearer_id: number };

type MailSettingsTable = { account_id: number; lost_source: number };

type OutageMailTable = { wearer_id: number; outage_since: number; created_at: number };

/** A task that one node does for all of them. Times in epoch ms. */
type LeaderLockTable = { name: string; held_by: string; held_until: number };

type LimitTable = {
  /** A hash: no address and no name is stored here. */
  key: string;
  /** Throttles: the decaying number of failures at the time `at`. */
  level: number;
  /** Epoch ms. Throttles: when `level` was counted; budgets: when the budget is full again. */
  at: number;
  /** No call is allowed until then, epoch ms. */
  closed_until: number;
  expires_at: number;
};

export type ReadingTable = { wearer_id: number; taken_at: number; mgdl: number; trend: Reading['trend'] };

/** Readings that were filled in after newer ones, and their modified times for displays. Times in epoch ms. */
type FilledSpanTable = {
  wearer_id: number;
  first_at: number;
  last_at: number;
  first_modified: number;
  last_modified: number;
};

type StatisticsSettingsTable = {
  wearer_id: number;
  time_zone: string | null;
  population: StatisticsSettings['population'];
  /** The retention period; null: readings are never erased. */
  keep_days: number | null;
};
