export { sharePath } from './page-paths.ts';

import * as z from 'zod/mini';
import type { Call } from '../call.ts';
import { Moment, SuccessReply } from '../replies.ts';
import { shareScopes } from './rights.ts';
import { WearerName } from './wearers.ts';

/** Share links of a wearer at most (PPL-27). */
export const MAX_SHARE_LINKS = 10;

const HOUR_MS = 3_600_000;

/** How long a share link works, in milliseconds; null: until it is ended. */
export const shareTimesMs = {
  hour: HOUR_MS,
  day: 24 * HOUR_MS,
  week: 7 * 24 * HOUR_MS,
  month: 30 * 24 * HOUR_MS,
  never: null,
} as const;
export type ShareTime = keyof typeof shareTimesMs;
export const shareTimes = Object.keys(shareTimesMs) as ShareTime[];

const base = '/api/v1/People/links';
const LinkId = z.int('This is no link').check(z.minimum(1));

export const ShareLink = z.object({
  id: LinkId,
  name: z.string(),
  scope: z.enum(shareScopes),
  /** The name that the page shows in place of the wearer's; null: the wearer's. */
  alias: z.nullable(z.string()),
  madeAt: Moment,
  expiresAt: z.nullable(Moment),
  lastOpenedAt: z.nullable(Moment),
  /** Counted once an hour for each network. */
  opened: z.number(),
});
export type ShareLink = z.output<typeof ShareLink>;

export const listShareLinks = {
  title: 'The share links of this wearer',
  method: 'GET',
  path: base,
  access: { right: 'links' },
  reply: z.object({ links: z.array(ShareLink) }),
  problems: [],
} as const satisfies Call;

/** The reply of calls that make a secret, which is shown once. */
const MadeLink = z.object({ id: LinkId, link: z.string() });

export const makeShareLink = {
  title: 'Make a link that shows a page of this wearer to anyone who has it; the link is shown once',
  method: 'POST',
  path: base,
  access: { right: 'links' },
  body: z.strictObject({
    name: WearerName,
    scope: z.enum(shareScopes),
    lasts: z.enum(shareTimes),
    alias: z.optional(WearerName),
  }),
  reply: MadeLink,
  problems: ['too-many-links'],
} as const satisfies Call;

export const rotateShareLink = {
  title: 'Give a share link a new secret; the old one stops working at once',
  method: 'POST',
  path: `${base}/rotate`,
  access: { right: 'links' },
  body: z.strictObject({ id: LinkId }),
  reply: MadeLink,
  problems: ['no-such-link'],
} as const satisfies Call;

export const endShareLink = {
  title: 'End a share link',
  method: 'POST',
  path: `${base}/end`,
  access: { right: 'links' },
  body: z.strictObject({ id: LinkId }),
  reply: SuccessReply,
  problems: ['no-such-link'],
} as const satisfies Call;
