export { joinPath } from './page-paths.ts';

import * as z from 'zod/mini';
import { Email } from '../accounts/person.ts';
import type { Call } from '../call.ts';
import { Moment, SuccessReply } from '../replies.ts';
import { rights, roles } from './rights.ts';
import { WearerId } from './wearers.ts';

/** Open invitations of a wearer at most (PPL-8). */
export const MAX_INVITATIONS = 10;

/** How an invitation travels: an email to one address, a link to pass on, or a QR code on this screen. */
export const invitationKinds = ['email', 'link', 'qr'] as const;
export type InvitationKind = (typeof invitationKinds)[number];

const HOUR_MS = 3_600_000;

/** How long an invitation works (PPL-8). */
export const invitationLastsMs: Readonly<Record<InvitationKind, number>> = {
  email: 7 * 24 * HOUR_MS,
  link: 7 * 24 * HOUR_MS,
  qr: HOUR_MS / 4,
};

/** `owner`: the wearer is handed over. */
export const invitedRoles = ['owner', ...roles] as const;
export type InvitedRole = (typeof invitedRoles)[number];

const base = '/api/v1/People/invitations';

/** The token of an invitation: 256 random bits in base64url. */
export const InvitationToken = z.string().check(z.minLength(1), z.maxLength(200));

export const invite = {
  title: 'Invite somebody to see this wearer; the link is shown once',
  method: 'POST',
  path: base,
  access: { right: 'invite' },
  body: z
    .strictObject({
      kind: z.enum(invitationKinds),
      email: z.optional(Email),
      role: z.enum(roles),
      /** Absent: those of the role. */
      rights: z.optional(z.array(z.enum(rights))),
    })
    .check((check) => {
      const { kind, email } = check.value;
      if ((kind === 'email') !== (email !== undefined))
        check.issues.push({
          code: 'custom',
          path: ['email'],
          message: kind === 'email' ? 'Give the email address' : 'Only an invitation by email has an address',
          input: check.value,
        });
    }),
  reply: z.object({
    id: z.number(),
    /** The address of the invitation; null for an email, which has it. */
    link: z.nullable(z.string()),
    expiresAt: Moment,
  }),
  problems: ['too-many-invitations', 'too-many-followers'],
} as const satisfies Call;

export const OpenInvitation = z.object({
  id: z.number(),
  kind: z.enum(invitationKinds),
  /** Of an invitation by email. */
  email: z.nullable(z.string()),
  role: z.enum(invitedRoles),
  rights: z.array(z.enum(rights)),
  madeAt: Moment,
  expiresAt: Moment,
  /** Open, or declined: then it is listed for a week, so that the inviter learns it. */
  state: z.enum(['open', 'declined']),
});
export type OpenInvitation = z.output<typeof OpenInvitation>;

export const listInvitations = {
  title: 'Invitations that are open, and those that were declined in the last week',
  method: 'GET',
  path: base,
  access: { right: 'invite' },
  reply: z.object({ invitations: z.array(OpenInvitation) }),
  problems: [],
} as const satisfies Call;

export const withdrawInvitation = {
  title: 'Withdraw an invitation, or remove a declined one from the list',
  method: 'POST',
  path: `${base}/withdraw`,
  access: { right: 'invite' },
  body: z.strictObject({ id: z.int().check(z.minimum(1)) }),
  reply: SuccessReply,
  problems: ['no-such-invitation'],
} as const satisfies Call;

/** What an invitation says before anybody signs in: no reading, no address, no other follower. */
export const Invitation = z.object({
  inviterName: z.string(),
  wearerName: z.string(),
  role: z.enum(invitedRoles),
  rights: z.array(z.enum(rights)),
  expiresAt: Moment,
  /** Whether only the account with the invited address can accept. */
  isForOneAddress: z.boolean(),
});
export type Invitation = z.output<typeof Invitation>;

export const lookAtInvitation = {
  title: 'What an invitation offers',
  method: 'POST',
  path: `${base}/look`,
  access: 'anyone',
  body: z.strictObject({ token: InvitationToken }),
  reply: Invitation,
  problems: ['link-expired'],
} as const satisfies Call;

export const answerInvitation = {
  title: 'Accept or decline an invitation',
  method: 'POST',
  path: `${base}/answer`,
  access: 'account',
  body: z.strictObject({ token: InvitationToken, accept: z.boolean() }),
  /** The wearer, after acceptance; a hand-over also says when it takes effect. */
  reply: z.object({ wearer: z.nullable(WearerId), takesEffectAt: z.nullable(Moment) }),
  problems: ['link-expired', 'other-address', 'own-wearer', 'too-many-wearers', 'too-many-followers'],
} as const satisfies Call;
