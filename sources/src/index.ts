export { dexcomApi } from './dexcom-api/source.ts';
export { dexcomShare } from './dexcom-share/source.ts';
export { libre } from './libre/source.ts';
export { medtronic } from './medtronic/source.ts';
export { siteHost } from './nightscout/address.ts';
export { type NightscoutSession, nightscout } from './nightscout/source.ts';
export type {
  ConvertsLogin,
  HasRegions,
  Person,
  Rhythm,
  SelectsPerson,
  SignInOutcome,
  SignsInByRedirect,
  SignsInInRemoteBrowser,
  Source,
  SourceContext,
  VendorSession,
} from './source.ts';
export { SourceError, type SourceErrorCode } from './source-error.ts';
export { type SourceName, type SourceSettings, type Sources, sourcesOf } from './sources.ts';
