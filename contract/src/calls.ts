import * as account from './account.ts';
import type { Call } from './call.ts';
import * as connection from './connection.ts';
import * as profile from './profile.ts';
import * as ranges from './ranges.ts';
import * as readings from './readings.ts';

/** Every call of the API; the server serves them all and the documentation is made from them. */
export const calls: readonly Call[] = [
  account.signUp,
  account.signIn,
  account.signOut,
  account.resendConfirm,
  account.changePassword,
  account.sendResetEmail,
  account.resetPassword,
  profile.currentUser,
  profile.updateProfile,
  ranges.saveRange,
  ranges.saveSettings,
  readings.currentReadings,
  readings.liveDevices,
  connection.cgmConnection,
  connection.disconnect,
  connection.connectNightscout,
];
