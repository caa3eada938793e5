import { alarmKinds } from '@tealight/glucose';
import * as z from 'zod/mini';
import type { Call } from '../call.ts';
import { Moment } from '../replies.ts';
import { invitationKinds, invitedRoles } from './invitations.ts';
import { rights } from './rights.ts';

/** Entries are kept this long (PPL-33). */
export const AUDIT_DAYS = 400;

/** What is recorded about who may see or change a wearer's data. */
export const auditKinds = [
  'wearer-added',
  'wearer-changed',
  'invited',
  'invitation-accepted',
  'invitation-declined',
  'invitation-withdrawn',
  'rights-changed',
  'follower-removed',
  'follower-left',
  'hand-over-agreed',
  'hand-over-canceled',
  'hand-over-failed',
  'handed-over',
  'link-made',
  'link-rotated',
  'link-ended',
  'link-opened',
  'code-made',
  'code-renewed',
  'code-ended',
  'source-connected',
  'source-disconnected',
  'range-changed',
  'lamps-changed',
  'alarms-changed',
  'alarm-seen',
  'alarm-snoozed',
  'alarm-snooze-ended',
  'on-duty-changed',
  'data-exported',
] as const;
export type AuditKind = (typeof auditKinds)[number];

/** Details of an entry; which are there depends on the kind. No reading, no address, no secret. */
export const AuditDetail = z.partial(
  z.object({
    role: z.enum(invitedRoles),
    rights: z.array(z.enum(rights)),
    by: z.enum(invitationKinds),
    link: z.string(),
    source: z.string(),
    alarm: z.enum(alarmKinds),
    /** What changed, from and to, as text. */
    from: z.string(),
    to: z.string(),
  }),
);
export type AuditDetail = z.output<typeof AuditDetail>;

export const AuditEntry = z.object({
  at: Moment,
  kind: z.enum(auditKinds),
  /** First and last name of who did it; null for somebody without an account, or who has left Tealight. */
  by: z.nullable(z.string()),
  /** Whom it is about. */
  about: z.nullable(z.string()),
  detail: AuditDetail,
});
export type AuditEntry = z.output<typeof AuditEntry>;

export const readAudit = {
  title: 'Who was given access to this wearer and what they changed, the latest first',
  method: 'GET',
  path: '/api/v1/People/audit',
  access: { right: 'audit' },
  query: z.strictObject({
    /** The entries before this one, from `next`. */
    before: z.optional(z.string().check(z.regex(/^\d{1,15}$/, 'This is no entry'))),
  }),
  reply: z.object({
    entries: z.array(AuditEntry),
    /** For the next page; null at the end. */
    next: z.nullable(z.string()),
  }),
  problems: [],
} as const satisfies Call;
