import {
  type Alarm,
  type AlarmChannel,
  type AlarmRecipient,
  activeAlarms,
  alarmChannels,
  alarmHistory,
  alarmRecipients,
  defaultLamps,
  type ListedWearer,
  lampSettings,
  listWearers,
  type OwnAlarms,
  pushKey,
  type ReplyOf,
  readAlarmSettings,
  type WatchedWearer,
} from '@tealight/contract';
import { fakeCalls, ownWearer } from './fake-calls.ts';
import { minutesAgo } from './fake-server.ts';
import { openApp } from './on-app.ts';

export const urgentLow = (more: Partial<Alarm> = {}): Alarm => ({
  id: 7,
  kind: 'urgent-low',
  beganAt: minutesAgo(1),
  endedAt: null,
  rangAt: minutesAgo(1),
  rings: 1,
  isRinging: true,
  seen: null,
  value: 52,
  takenAt: minutesAgo(2),
  ...more,
});

/** Ada, whose alarms reach the reader. */
export const watchedAda = (more: Partial<WatchedWearer> = {}): WatchedWearer => ({
  wearer: ownWearer.id,
  name: 'Ada',
  unit: 'mg/dL',
  mayAct: true,
  alarms: [urgentLow()],
  snoozes: [],
  ...more,
});

export const alarmsOff: ReplyOf<typeof readAlarmSettings> = {
  isOn: false,
  offer: 'all',
  accepted: null,
  settings: null,
  escalatesHighs: false,
  isSimulated: false,
};

export const aRecipient = (more: Partial<AlarmRecipient> = {}): AlarmRecipient => ({
  id: 0,
  name: 'Ada',
  isMe: true,
  isOnDuty: true,
  hasPlan: false,
  wantsNone: false,
  channels: 1,
  reachedChannels: 1,
  ...more,
});

export const someOwnAlarms = (more: Partial<OwnAlarms> = {}): OwnAlarms => ({
  onDuty: true,
  mildestRank: { onDuty: 8, offDuty: 1 },
  quietHours: null,
  timeZone: 'UTC',
  weeklyMail: false,
  ...more,
});

export const aChannel = (more: Partial<AlarmChannel> = {}): AlarmChannel => ({
  id: 3,
  kind: 'ntfy',
  name: 'My phone',
  hidesValues: false,
  fingerprint: null,
  reachedAt: minutesAgo(2),
  shownAfterMs: null,
  failedAt: null,
  failure: null,
  ...more,
});

/** Stubs `fetch` and opens a page of somebody who gets the alarms of this wearer; null: they are off. */
export function openAlarms(
  address: string,
  wearer: WatchedWearer | null,
  more: Record<string, unknown> = {},
  listed: Partial<ListedWearer> = {},
) {
  const known = { ...ownWearer, hasAlarms: wearer !== null, ...listed };
  const fake = fakeCalls({
    [`GET ${listWearers.path}`]: { selected: known.id, wearers: [known] },
    [activeAlarms.path]: () => ({ wearers: wearer === null ? [] : [wearer] }),
    [`GET ${readAlarmSettings.path}`]: alarmsOff,
    [alarmHistory.path]: { unit: 'mg/dL', alarms: [], next: null },
    [alarmRecipients.path]: { recipients: [aRecipient()], own: someOwnAlarms() },
    [`GET ${alarmChannels.path}`]: { channels: [aChannel()] },
    [pushKey.path]: { key: 'BKey' },
    [`GET ${lampSettings.path}`]: defaultLamps,
    ...more,
  });
  openApp(address, 'token');
  return fake;
}
