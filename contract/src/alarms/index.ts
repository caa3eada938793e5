export {
  Alarm,
  AlarmReach,
  AlarmSnooze,
  activeAlarms,
  alarmHistory,
  endAlarmSnooze,
  endOwnAlarmSnooze,
  PastAlarm,
  seenAlarm,
  snoozeAlarm,
  snoozeOwnAlarm,
  WatchedWearer,
} from './active-alarms.ts';
export {
  AlarmChannel,
  alarmChannels,
  ChannelAddress,
  type ChannelFailure,
  type ChannelKind,
  changeAlarmChannel,
  channelFailures,
  channelKinds,
  MAX_CHANNELS,
  pushKey,
  removeAlarmChannel,
  renewWebhookSecret,
  saveAlarmChannel,
  testAlarmChannel,
} from './alarm-channels.ts';
export { actOnAlarm, alarmShown } from './alarm-links.ts';
export {
  AlarmRecipient,
  alarmRecipients,
  type OnDuty,
  OwnAlarms,
  saveOwnAlarms,
  setOnDuty,
} from './alarm-recipients.ts';
export {
  type AlarmOffer,
  AlarmSettings,
  alarmOffers,
  alarmSettingsMessages,
  readAlarmSettings,
  saveAlarmSettings,
} from './alarm-settings.ts';
export { alarmKindInSentence } from './kind-in-sentence.ts';
export type { PushPayload } from './push-payload.ts';
export { SIMULATED_LOW_MGDL, simulateUrgentLow } from './simulate-urgent-low.ts';
