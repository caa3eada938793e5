export {
  Alarm,
  AlarmSnooze,
  activeAlarms,
  alarmHistory,
  endAlarmSnooze,
  endOwnAlarmSnooze,
  seenAlarm,
  snoozeAlarm,
  snoozeOwnAlarm,
  WatchedWearer,
} from './active-alarms.ts';
export {
  type AlarmOffer,
  AlarmSettings,
  alarmOffers,
  alarmSettingsMessages,
  readAlarmSettings,
  saveAlarmSettings,
} from './alarm-settings.ts';
