import type { AccountTables } from './account-tables.ts';
import type { ActivityTable } from './activity.ts';
import type { CodePrintTable } from './code-prints.ts';
import type { ConnectionTable } from './connection-row.ts';
import type { DeviceTable } from './devices.ts';
import type { DisplaySettingsTable } from './display-settings.ts';
import type { DutyTable } from './duties.ts';
import type { LampTable } from './lamps.ts';
import type { LimitTable } from './limits.ts';
import type { LossLetterTable } from './losses.ts';
import type { MailSettingsTable } from './mail-settings.ts';
import type { MqttTopicTable } from './mqtt-topics.ts';
import type { PhotoTable } from './photos.ts';
import type { PlaceTable } from './places.ts';
import type { ReadingTable } from './readings.ts';
import type { SignInTable } from './sign-ins.ts';
import type { StorySettingsTable } from './story-settings.ts';

/** Every table there is. */
export type Tables = AccountTables & {
  connections: ConnectionTable;
  readings: ReadingTable;
  devices: DeviceTable;
  display_settings: DisplaySettingsTable;
  code_prints: CodePrintTable;
  lamps: LampTable;
  duties: DutyTable;
  mqtt_topics: MqttTopicTable;
  photos: PhotoTable;
  sign_ins: SignInTable;
  limits: LimitTable;
  known_places: PlaceTable;
  account_activity: ActivityTable;
  loss_letters: LossLetterTable;
  mail_settings: MailSettingsTable;
  story_settings: StorySettingsTable;
};
