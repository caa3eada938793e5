export type { Follows, Person } from './follows.ts';
export { type LibreLogin, type LibreSession, libre } from './libre/source.ts';
export { type NightscoutLogin, type NightscoutSession, nightscout } from './nightscout/source.ts';
export type { Rhythm, Source, Visit, World } from './source.ts';
export { type Addresses, type SourceName, type Sources, sourcesOf } from './sources.ts';
export { SourceError, type Trouble } from './trouble.ts';
