import * as z from 'zod/mini';
import type { Call } from '../call.ts';
import { Moment, SuccessReply } from '../replies.ts';

const path = '/api/v1/Authorization/sessions';

export const SignedInSession = z.object({
  id: z.string(),
  /** Browser and system, for people: “Firefox on Linux”. */
  device: z.string(),
  signedInAt: Moment,
  /** To the hour. */
  lastUsedAt: Moment,
  /** Whether it is the session of this call. */
  current: z.boolean(),
});
export type SignedInSession = z.output<typeof SignedInSession>;

export const listSessions = {
  title: 'Where the account is signed in',
  method: 'GET',
  path,
  access: 'account',
  reply: z.object({ sessions: z.array(SignedInSession) }),
  problems: [],
} as const satisfies Call;

export const endSessions = {
  title: 'End one other session, or without an id all others',
  method: 'POST',
  path: `${path}/end`,
  access: 'account',
  body: z.strictObject({ id: z.optional(z.string().check(z.regex(/^[0-9a-f]{16}$/, 'This is no session'))) }),
  reply: SuccessReply,
  problems: [],
} as const satisfies Call;

/** The kinds of recent activity. */
export const activityKinds = [
  'signed-in',
  'password-changed',
  'password-reset',
  'code-renewed',
  'source-connected',
  'source-removed',
  'data-exported',
] as const;
export type ActivityKind = (typeof activityKinds)[number];

export const RecentActivity = z.object({
  kind: z.enum(activityKinds),
  at: Moment,
  /** The browser and system, for people. */
  device: z.string(),
});
export type RecentActivity = z.output<typeof RecentActivity>;

export const recentActivity = {
  title: 'What was done with the account in the last 90 days, the latest first',
  method: 'GET',
  path: '/api/v1/Authorization/activity',
  access: 'account',
  reply: z.object({ activity: z.array(RecentActivity) }),
  problems: [],
} as const satisfies Call;
