import * as account from './account.ts';
import type { Call } from './call.ts';
import * as connection from './connection.ts';
import * as devices from './devices.ts';
import * as dexcom from './dexcom.ts';
import * as libre from './libre.ts';
import * as mails from './mails.ts';
import * as medtronic from './medtronic.ts';
import * as nightscout from './nightscout.ts';
import * as profile from './profile.ts';
import * as ranges from './ranges.ts';
import * as readings from './readings.ts';
import * as sessions from './sessions.ts';
import { site } from './site.ts';
import * as story from './story.ts';

/** Every call of the API; the server serves them all and the documentation is made from them. */
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
  connection.listPeople,
  connection.choosePerson,
  dexcom.dexcomLoginUrl,
  dexcom.completeDexcom,
  dexcom.connectDexcomShare,
  libre.connectLibre,
  nightscout.connectNightscout,
  medtronic.startMedtronic,
  medtronic.connectMedtronic,
  medtronic.resolveMedtronic,
  story.storyStatistics,
  story.storyChart,
  story.storyProfile,
  story.storySettings,
  story.saveStorySettings,
  site,
];
