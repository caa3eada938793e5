import * as z from 'zod/mini';
import type { Call } from './call.ts';
import { connectionTypes } from './sources/source-type.ts';

/** What this server offers, and the addresses of its pages. */
export const Site = z.object({
  links: z.object({
    terms: z.string(),
    privacy: z.string(),
    deviceSetup: z.string(),
    faq: z.string(),
    contact: z.string(),
    setupGuide: z.string(),
  }),
  /** Sources that are connected with a login that the wearer types. */
  sources: z.array(z.enum(connectionTypes)),
  /** Whether Dexcom can be connected by signing in at Dexcom. */
  dexcomSignIn: z.boolean(),
  /** Whether emails are shown at `/outbox` because no mail server is configured; true only for clients with access. */
  outbox: z.boolean(),
});
export type Site = z.output<typeof Site>;

export const site = {
  title: 'What this server offers, and where its pages are',
  method: 'GET',
  path: '/api/v1/Site',
  access: 'anyone',
  reply: Site,
  problems: [],
} as const satisfies Call;
