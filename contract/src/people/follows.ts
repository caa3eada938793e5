import { units } from '@tealight/glucose';
import * as z from 'zod/mini';
import type { Call } from '../call.ts';
import { Moment, SuccessReply } from '../replies.ts';
import { rights, roles } from './rights.ts';
import { WearerName } from './wearers.ts';

/** The most people who follow a wearer (PPL-8). */
export const MAX_FOLLOWERS = 20;

const base = '/api/v1/People/follows';

/** A follow's id for the owner: it identifies the follower among this wearer's, and opens nothing. */
const FollowId = z.int('This is no follower').check(z.minimum(1));

export const Follow = z.object({
  id: FollowId,
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  role: z.enum(roles),
  rights: z.array(z.enum(rights)),
  since: Moment,
});
export type Follow = z.output<typeof Follow>;

export const listFollows = {
  title: 'Who may see this wearer, and what they may do',
  method: 'GET',
  path: base,
  access: { right: 'invite' },
  reply: z.object({ follows: z.array(Follow) }),
  problems: [],
} as const satisfies Call;

export const changeFollow = {
  title: 'Change the role and the rights of a follower',
  method: 'POST',
  path: `${base}/change`,
  access: { right: 'invite' },
  body: z.strictObject({ id: FollowId, role: z.enum(roles), rights: z.array(z.enum(rights)) }),
  reply: SuccessReply,
  problems: ['no-such-follower'],
} as const satisfies Call;

export const endFollow = {
  title: 'End what a follower may see, at once and everywhere',
  method: 'POST',
  path: `${base}/end`,
  access: { right: 'invite' },
  body: z.strictObject({ id: FollowId }),
  reply: SuccessReply,
  problems: ['no-such-follower'],
} as const satisfies Call;

export const leaveWearer = {
  title: 'Stop following this wearer',
  method: 'POST',
  path: `${base}/leave`,
  access: { right: 'see-now' },
  body: z.optional(z.nullable(z.strictObject({}))),
  reply: SuccessReply,
  problems: ['own-wearer'],
} as const satisfies Call;

export const saveFollowSettings = {
  title: 'How I see a wearer whom I follow: the unit, and a name of my own',
  method: 'POST',
  path: `${base}/settings`,
  access: { right: 'see-now' },
  body: z.partial(z.strictObject({ unit: z.enum(units), alias: z.nullable(WearerName) })),
  reply: SuccessReply,
  problems: ['own-wearer'],
} as const satisfies Call;
