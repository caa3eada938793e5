export { codeIn } from './dexcom-api/redirect.ts';
export { type DexcomApiLogin, type DexcomApiSession, dexcomApi } from './dexcom-api/source.ts';
export type { Client } from './dexcom-api/tokens.ts';
export type { Region } from './dexcom-share/sign-in.ts';
export { type DexcomShareLogin, type DexcomShareSession, dexcomShare } from './dexcom-share/source.ts';
export { type NightscoutLogin, type NightscoutSession, nightscout } from './nightscout/source.ts';
export type { Rhythm, SignsInAtVendor, Source, Visit, World } from './source.ts';
export { type Addresses, type Clients, type SourceName, type Sources, sourcesOf } from './sources.ts';
export { SourceError, type Trouble } from './trouble.ts';
