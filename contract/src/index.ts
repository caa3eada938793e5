export { type SourceErrorCode, sourceErrorCodes } from '@tealight/sources/descriptors';
export { type Access, accessProblems } from './access.ts';
export {
  ChangePassword,
  changePassword,
  confirmLinkPath,
  disownPath,
  disownSignUp,
  ResetPassword,
  resendConfirm,
  resetLinkPath,
  resetPassword,
  SendReset,
  SignIn,
  SignUp,
  sendResetEmail,
  signIn,
  signInByLink,
  signInLinkPath,
  signOut,
  signUp,
} from './accounts/account.ts';
export { defaultMails, MailSettings, mailSettings, saveMailSettings } from './accounts/mail-settings.ts';
export {
  CurrentPassword,
  isPassword,
  MAX_PASSWORD_LENGTH,
  MIN_PASSWORD_LENGTH,
  mismatchError,
  NewPassword,
  passwordError,
  passwordRules,
  specialCharacters,
} from './accounts/password.ts';
export {
  Country,
  Email,
  FirstName,
  LastName,
  MAX_EMAIL_LENGTH,
  MAX_NAME_LENGTH,
  MIN_EMAIL_LENGTH,
  MIN_NAME_LENGTH,
  Phone,
} from './accounts/person.ts';
export {
  CurrentUser,
  currentUser,
  deleteAccount,
  exportData,
  MAX_PHOTO_BYTES,
  newConnectionCode,
  ProfileUpdate,
  ReenteredPassword,
  updateProfile,
} from './accounts/profile.ts';
export {
  type ActivityKind,
  activityKinds,
  endSessions,
  listSessions,
  RecentActivity,
  recentActivity,
  SignedInSession,
} from './accounts/sessions.ts';
export * from './alarms/index.ts';
export type { BodyOf, Call, CheckedBodyOf, CheckedQueryOf, QueryOf, ReplyOf } from './call.ts';
export { calls } from './calls.ts';
export {
  DeviceHello,
  feedPath,
  GlowMessage,
  glowPath,
  SLOW_DOWN_CLOSE,
  WRONG_CODE_CLOSE,
} from './devices/device-protocol.ts';
export {
  announceHome,
  CODE_HISTORY_DAYS,
  CODE_LENGTH,
  changeDevice,
  codeLetters,
  type DeviceAddresses,
  DisplaySettings,
  defaultDisplays,
  defaultLamps,
  displaySettings,
  KnownDevice,
  LampSettings,
  lampSettings,
  listDevices,
  normalCode,
  Pairing,
  pairing,
  removeDevice,
  SavedLampSettings,
  saveDisplaySettings,
  saveLampSettings,
  showCode,
  TRY_STEP_MS,
  tryLamps,
  trySteps,
  whatCodeOpens,
} from './devices/devices.ts';
export * from './people/index.ts';
export {
  commonProblems,
  Problem,
  type ProblemCode,
  type ProblemDetails,
  problemCodeOf,
  problemOf,
  problems,
} from './problem.ts';
export { RangeSetup, saveRange, saveSettings, UserSettings } from './readings/ranges.ts';
export {
  type Change,
  cgmConnectionPath,
  changes,
  changesPath,
  currentReadings,
  liveDevices,
  ShownReading,
} from './readings/readings.ts';
export { FileReply, Moment, SuccessReply } from './replies.ts';
export { Site, site } from './site.ts';
export { type ConnectCall, connectCalls, type LoginType } from './sources/connect-calls.ts';
export {
  CHECK_NOW_EVERY_MS,
  ConnectionStatus,
  cgmConnection,
  checkNow,
  choosePerson,
  connectionStatuses,
  disconnect,
  listPeople,
  noConnection,
  problemText,
  reconnect,
  SharingPerson,
} from './sources/connection.ts';
export {
  errorTextOf,
  type Remedy,
  remedies,
  remedyFor,
} from './sources/connection-errors.ts';
export { completeDexcom, DexcomCode, dexcomLoginUrl } from './sources/dexcom.ts';
export {
  CaptchaStart,
  connectMedtronic,
  MedtronicLogin,
  medtronicRegions,
  resolveMedtronic,
  startMedtronic,
} from './sources/medtronic.ts';
export {
  BROWSER_HEIGHT,
  BROWSER_HUB_TIMEOUT_MS,
  BROWSER_WIDTH,
  type BrowserCall,
  type BrowserErrorCode,
  type BrowserEvent,
  type BrowserEventArguments,
  type BrowserKey,
  type BrowserMethod,
  browserErrors,
  browserEvents,
  browserHubPath,
  browserKeys,
  browserMethods,
} from './sources/remote-browser-hub.ts';
export {
  type ConnectionType,
  connectionTypes,
  type SourceType,
  sourceName,
  sourcesOfType,
  sourceTypes,
} from './sources/source-type.ts';
export {
  DatePeriod,
  datePeriodUpTo,
  daysOf,
  FUTURE_DATES,
  MAX_PERIOD_DAYS,
} from './statistics/date-period.ts';
export {
  type ChartSpan,
  type ChosenPeriod,
  chartSpans,
  defaultStatisticsSettings,
  glucoseChart,
  glucoseProfile,
  MAX_KEEP_DAYS,
  MIN_KEEP_DAYS,
  type ProfilePeriod,
  profilePeriods,
  readStatistics,
  type StatisticsPeriod,
  StatisticsSettings,
  saveStatisticsSettings,
  spanMs,
  statisticsPeriods,
  statisticsSettings,
} from './statistics/statistics.ts';
export type {
  StatisticsComparison,
  StatisticsEvent,
  StatisticsNumbers,
} from './statistics/statistics-numbers.ts';
