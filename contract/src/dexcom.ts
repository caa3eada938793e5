import * as z from 'zod/mini';
import type { Call } from './call.ts';
import { Done } from './reply.ts';
import { required } from './sign-in-field.ts';

const base = '/api/v1/Dexcom/authorization';

export const dexcomRegions = ['US', 'OUS', 'JP'] as const;

export type DexcomRegion = (typeof dexcomRegions)[number];

/** Where the Dexcom accounts of a country live, as a rule. `country`: ISO 3166-1 alpha-2. */
export function dexcomRegionOf(country: string): DexcomRegion {
  if (country === 'US') return 'US';
  // Singapore is served from Japan.
  return country === 'JP' || country === 'SG' ? 'JP' : 'OUS';
}

/** The region to try when the account is not in this one: the United States and the rest of the world are the large ones. */
export const otherDexcomRegion = (region: DexcomRegion): DexcomRegion => (region === 'OUS' ? 'US' : 'OUS');

export const DexcomLogin = z.strictObject({
  username: required('Username', 256),
  password: required('Password', 256),
  /** Which of Dexcom's worlds the account belongs to; by the country of ours when it is left out. */
  region: z.optional(z.enum(dexcomRegions)),
});

export const connectDexcomShare = {
  title: 'Connect Dexcom by user name and password',
  method: 'POST',
  path: `${base}/share-api`,
  access: 'wearer',
  body: DexcomLogin,
  reply: Done,
  problems: ['not-signed-in', 'source-refused', 'not-offered'],
} as const satisfies Call;

export const dexcomLoginUrl = {
  title: 'Where to sign in at Dexcom, so that a code comes back to the app',
  method: 'GET',
  path: base,
  access: 'wearer',
  reply: z.object({ loginUrl: z.string() }),
  problems: ['not-signed-in', 'not-offered'],
} as const satisfies Call;

export const DexcomCode = z.strictObject({
  code: required('Code', 2048),
  /** The state that came back beside the code, when the app still has it. */
  state: z.optional(z.string().check(z.maxLength(512))),
});

export const completeDexcom = {
  title: 'Connect Dexcom with the code that came back from its sign-in page',
  method: 'POST',
  path: `${base}/complete`,
  access: 'wearer',
  body: DexcomCode,
  reply: Done,
  problems: ['not-signed-in', 'source-refused', 'not-offered'],
} as const satisfies Call;
