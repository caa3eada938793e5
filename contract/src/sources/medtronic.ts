import { required } from '@tealight/sources/descriptors';
import * as z from 'zod/mini';
import type { Call } from '../call.ts';

const base = '/api/v1/Medtronic';

export const medtronicRegions = ['US', 'EU'] as const;

/** Returned by the start call; sent back in the connect call. The address is that of the vendor's sign-in page. */
export const CaptchaStart = z.object({ captchaUrl: z.string() });

export const startMedtronic = {
  title: 'Begin to connect Medtronic, and get the address where the wearer signs in, in the remote browser',
  method: 'POST',
  path: `${base}/captcha-start`,
  access: { right: 'sources' },
  body: z.strictObject({ isUsRegion: z.boolean() }),
  reply: z.object({ data: CaptchaStart }),
  problems: ['source-refused', 'not-offered'],
} as const satisfies Call;

export const MedtronicLogin = z.strictObject({
  captchaUrl: required('Captcha address', 4096),
  code: required('Code', 4096),
  country: z.enum(medtronicRegions),
});

export const connectMedtronic = {
  title: 'Connect Medtronic with the code that the remote browser has seen',
  method: 'POST',
  path: `${base}/authorization`,
  access: { right: 'sources' },
  body: MedtronicLogin,
  reply: z.object({ data: z.boolean() }),
  problems: ['source-refused', 'not-offered'],
} as const satisfies Call;

export const resolveMedtronic = {
  title: 'Which Medtronic region serves a country; without one, the country of the account',
  method: 'GET',
  path: `${base}/resolve-endpoint-config`,
  access: { right: 'sources' },
  query: z.strictObject({
    /** ISO 3166-1 alpha-2, or the word EU. */
    country: z.optional(z.string().check(z.regex(/^[A-Za-z]{2}$/, 'Country is two letters'))),
    /** Takes the place of the country. */
    isUsRegion: z.optional(z.enum(['true', 'false'])),
  }),
  reply: z.object({ isSuccess: z.boolean(), data: z.object({ country: z.enum(medtronicRegions) }) }),
  problems: ['not-offered'],
} as const satisfies Call;
