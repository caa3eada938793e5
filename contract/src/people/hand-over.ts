import * as z from 'zod/mini';
import { Email } from '../accounts/person.ts';
import { ReenteredPassword } from '../accounts/profile.ts';
import type { Call } from '../call.ts';
import { Moment, SuccessReply } from '../replies.ts';

/** An agreed hand-over takes effect after this long, unless both confirm it on one day (PPL-25). */
export const HAND_OVER_DAYS = 3;

const base = '/api/v1/People/hand-over';

export const HandOver = z.object({
  /** The first and last name of the account that becomes the owner. */
  toName: z.string(),
  fromName: z.string(),
  agreedAt: Moment,
  takesEffectAt: Moment,
  /** Whether the account that asks has confirmed it with the password. */
  isConfirmed: z.boolean(),
  /** What the owner of today becomes. */
  ownerBecomes: z.enum(['carer', 'nobody']),
});
export type HandOver = z.output<typeof HandOver>;

export const readHandOver = {
  title: 'The hand-over of this wearer that is agreed; null without one',
  method: 'GET',
  path: base,
  access: { right: 'see-now' },
  reply: z.object({ handOver: z.nullable(HandOver) }),
  problems: [],
} as const satisfies Call;

export const offerHandOver = {
  title: 'Offer somebody to become the owner of this wearer, by email',
  method: 'POST',
  path: base,
  access: { right: 'hand-over' },
  body: z.strictObject({ email: Email, ownerBecomes: z.enum(['carer', 'nobody']) }),
  reply: z.object({ expiresAt: Moment }),
  problems: ['too-many-invitations'],
} as const satisfies Call;

export const confirmHandOver = {
  title: 'Confirm an agreed hand-over with the password: when both have on one day, it takes effect at once',
  method: 'POST',
  path: `${base}/confirm`,
  access: { right: 'see-now' },
  body: ReenteredPassword,
  reply: z.object({ handedOver: z.boolean() }),
  problems: ['wrong-password', 'no-hand-over', 'too-many-wearers', 'new-owner-at-limit'],
} as const satisfies Call;

export const cancelHandOver = {
  title: 'Cancel an agreed hand-over before it takes effect',
  method: 'POST',
  path: `${base}/cancel`,
  access: { right: 'see-now' },
  body: z.optional(z.nullable(z.strictObject({}))),
  reply: SuccessReply,
  problems: ['no-hand-over'],
} as const satisfies Call;
