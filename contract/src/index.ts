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
} from './account.ts';
export type { Access, BodyOf, Call, CheckedBodyOf, CheckedQueryOf, QueryOf, ReplyOf } from './call.ts';
export { calls } from './calls.ts';
export {
  ConnectionStatus,
  cgmConnection,
  choosePerson,
  connectionStatuses,
  disconnect,
  listPeople,
  problemText,
  reconnect,
  SharingPerson,
} from './connection.ts';
export { type ConnectionType, connectionTypes } from './connection-type.ts';
export {
  feedPath,
  GlowMessage,
  glowPath,
  Hello,
  SLOW_DOWN_CLOSE,
  WRONG_CODE_CLOSE,
} from './device-protocol.ts';
export {
  announceHome,
  CODE_HISTORY_DAYS,
  CODE_LENGTH,
  changeDevice,
  codeLetters,
  codeOpens,
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
  saveDisplaySettings,
  saveLampSettings,
  showCode,
  TRY_STEP_MS,
  tryLamps,
  trySteps,
} from './devices.ts';
export {
  completeDexcom,
  connectDexcomShare,
  DexcomCode,
  DexcomLogin,
  type DexcomRegion,
  dexcomLoginUrl,
  dexcomRegionOf,
  dexcomRegions,
  otherDexcomRegion,
} from './dexcom.ts';
export {
  BROWSER_HEIGHT,
  BROWSER_HUB_TIMEOUT_MS,
  BROWSER_WIDTH,
  type BrowserCall,
  type BrowserEvent,
  type BrowserKey,
  type BrowserMethod,
  type BrowserTold,
  type BrowserTrouble,
  browserEvents,
  browserHubPath,
  browserKeys,
  browserMethods,
  browserTroubles,
} from './hub.ts';
export { connectLibre, LibreLogin } from './libre.ts';
export { defaultMails, MailSettings, mailSettings, saveMailSettings } from './mails.ts';
export {
  CaptchaStart,
  connectMedtronic,
  MedtronicLogin,
  medtronicCountries,
  resolveMedtronic,
  startMedtronic,
} from './medtronic.ts';
export { connectNightscout, NightscoutLogin } from './nightscout.ts';
export {
  GivenPassword,
  isPassword,
  mismatchError,
  NewPassword,
  PASSWORD_MAX,
  PASSWORD_MIN,
  passwordError,
  passwordRules,
  specialCharacters,
} from './password.ts';
export {
  Country,
  EMAIL_MAX,
  EMAIL_MIN,
  Email,
  FirstName,
  LastName,
  NAME_MAX,
  NAME_MIN,
  Phone,
} from './person.ts';
export {
  commonProblems,
  Problem,
  type ProblemMore,
  type ProblemWord,
  problemOf,
  problems,
  wordOf,
} from './problem.ts';
export {
  CurrentUser,
  currentUser,
  deleteAccount,
  exportData,
  newConnectionCode,
  PHOTO_MAX_BYTES,
  ProfileUpdate,
  TypedPassword,
  updateProfile,
} from './profile.ts';
export { RangeSetup, saveRange, saveSettings, UserSettings } from './ranges.ts';
export { type Change, changes, changesPath, currentReadings, liveDevices, ShownReading } from './readings.ts';
export { AFile, Done, Moment } from './reply.ts';
export {
  type ActivityKind,
  activityKinds,
  endSessions,
  listSessions,
  RecentActivity,
  recentActivity,
  SignedInSession,
} from './sessions.ts';
export { Site, site } from './site.ts';
export {
  type ChartSpan,
  chartSpans,
  defaultStory,
  KEEP_DAYS_MAX,
  KEEP_DAYS_MIN,
  type ProfilePeriod,
  profilePeriods,
  type StoryPeriod,
  StorySettings,
  saveStorySettings,
  spanMs,
  storyChart,
  storyPeriods,
  storyProfile,
  storySettings,
  storyStatistics,
} from './story.ts';
export type { StoryComparison, StoryEvent, StoryNumbers } from './story-numbers.ts';
export {
  type Remedy,
  remedies,
  remedyFor,
  sourceName,
  type TroubleWord,
  troubles,
  troubleText,
} from './trouble.ts';
