import * as account from './accounts/account.ts';
import * as mails from './accounts/mail-settings.ts';
import * as profile from './accounts/profile.ts';
import * as sessions from './accounts/sessions.ts';
import * as activeAlarms from './alarms/active-alarms.ts';
import * as alarmChannels from './alarms/alarm-channels.ts';
import * as alarmLinks from './alarms/alarm-links.ts';
import * as alarmRecipients from './alarms/alarm-recipients.ts';
import * as alarmSettings from './alarms/alarm-settings.ts';
import { simulateUrgentLow } from './alarms/simulate-urgent-low.ts';
import type { Call } from './call.ts';
import * as devices from './devices/devices.ts';
import * as audit from './people/audit.ts';
import * as follows from './people/follows.ts';
import * as handOver from './people/hand-over.ts';
import * as invitations from './people/invitations.ts';
import * as shareLinks from './people/share-links.ts';
import * as shared from './people/shared-page.ts';
import * as wearers from './people/wearers.ts';
import * as ranges from './readings/ranges.ts';
import * as readings from './readings/readings.ts';
import { site } from './site.ts';
import { connectCalls } from './sources/connect-calls.ts';
import * as connection from './sources/connection.ts';
import * as dexcom from './sources/dexcom.ts';
import * as medtronic from './sources/medtronic.ts';
import * as statistics from './statistics/statistics.ts';

/** Every call of the API; the server and the documentation are built from this list. */
export const calls: readonly Call[] = [
  account.signUp,
  account.disownSignUp,
  account.signIn,
  account.signInByLink,
  account.signOut,
  account.resendConfirm,
  account.changePassword,
  account.sendResetEmail,
  account.resetPassword,
  sessions.listSessions,
  sessions.endSessions,
  sessions.recentActivity,
  profile.currentUser,
  profile.updateProfile,
  profile.newConnectionCode,
  profile.exportData,
  profile.deleteAccount,
  ranges.saveRange,
  ranges.saveSettings,
  mails.mailSettings,
  mails.saveMailSettings,
  readings.currentReadings,
  readings.liveDevices,
  devices.listDevices,
  devices.pairing,
  devices.announceHome,
  devices.changeDevice,
  devices.removeDevice,
  devices.tryLamps,
  devices.lampSettings,
  devices.saveLampSettings,
  devices.displaySettings,
  devices.saveDisplaySettings,
  connection.cgmConnection,
  connection.disconnect,
  connection.reconnect,
  connection.checkNow,
  connection.listPeople,
  connection.choosePerson,
  dexcom.dexcomLoginUrl,
  dexcom.completeDexcom,
  ...Object.values(connectCalls),
  medtronic.startMedtronic,
  medtronic.connectMedtronic,
  medtronic.resolveMedtronic,
  statistics.readStatistics,
  statistics.glucoseChart,
  statistics.glucoseProfile,
  statistics.statisticsSettings,
  statistics.saveStatisticsSettings,
  alarmSettings.readAlarmSettings,
  alarmSettings.saveAlarmSettings,
  simulateUrgentLow,
  activeAlarms.activeAlarms,
  activeAlarms.alarmHistory,
  activeAlarms.seenAlarm,
  activeAlarms.snoozeAlarm,
  activeAlarms.endAlarmSnooze,
  activeAlarms.snoozeOwnAlarm,
  activeAlarms.endOwnAlarmSnooze,
  alarmRecipients.alarmRecipients,
  alarmRecipients.setOnDuty,
  alarmRecipients.saveOwnAlarms,
  alarmChannels.alarmChannels,
  alarmChannels.saveAlarmChannel,
  alarmChannels.changeAlarmChannel,
  alarmChannels.removeAlarmChannel,
  alarmChannels.testAlarmChannel,
  alarmChannels.renewWebhookSecret,
  alarmChannels.pushKey,
  alarmLinks.actOnAlarm,
  alarmLinks.alarmShown,
  wearers.listWearers,
  wearers.wearerGlances,
  wearers.selectWearer,
  wearers.addWearer,
  wearers.changeWearer,
  wearers.orderWearers,
  wearers.removeWearer,
  follows.listFollows,
  follows.changeFollow,
  follows.endFollow,
  follows.leaveWearer,
  follows.saveFollowSettings,
  invitations.invite,
  invitations.listInvitations,
  invitations.withdrawInvitation,
  invitations.lookAtInvitation,
  invitations.answerInvitation,
  shareLinks.listShareLinks,
  shareLinks.makeShareLink,
  shareLinks.rotateShareLink,
  shareLinks.endShareLink,
  handOver.readHandOver,
  handOver.offerHandOver,
  handOver.confirmHandOver,
  handOver.cancelHandOver,
  audit.readAudit,
  shared.sharedNow,
  shared.sharedDay,
  shared.sharedHistory,
  site,
];
