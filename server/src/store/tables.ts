import type { AccountTables } from './accounts/account-tables.ts';
import type { ActivityTable } from './accounts/activity.ts';
import type { KnownNetworkTable } from './accounts/known-networks.ts';
import type { PhotoTable } from './accounts/photos.ts';
import type { ConnectionTable } from './connections/connection-row.ts';
import type { SignInTable } from './connections/vendor-sign-ins.ts';
import type { CodeHashTable } from './devices/code-hashes.ts';
import type { DeviceTable } from './devices/devices.ts';
import type { DisplaySettingsTable } from './devices/display-settings.ts';
import type { LampTable } from './devices/lamps.ts';
import type { MqttTopicTable } from './devices/mqtt-topics.ts';
import type { MailSettingsTable } from './mail/mail-settings.ts';
import type { OutageMailTable } from './mail/outages.ts';
import type { LeaderLockTable } from './nodes/leader-locks.ts';
import type { LimitTable } from './nodes/limits.ts';
import type { ReadingTable } from './readings/readings.ts';
import type { StatisticsSettingsTable } from './readings/statistics-settings.ts';

/** All tables. */
export type Tables = AccountTables & {
  connections: ConnectionTable;
  readings: ReadingTable;
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
