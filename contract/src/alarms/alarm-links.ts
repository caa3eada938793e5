import * as z from 'zod/mini';
import type { Call } from '../call.ts';
import { SuccessReply } from '../replies.ts';

const base = '/api/v1/Alarms';

/** The secret of one message to one recipient: it can do what is here about that alarm, for two hours. */
const Token = z.string().check(z.regex(/^[\w.-]{1,80}$/, 'This is no link of an alarm'));

export const actOnAlarm = {
  title: 'Seen or Snooze in a notification, without a session',
  method: 'POST',
  path: `${base}/act`,
  access: 'anyone',
  body: z.strictObject({
    token: Token,
    /** `seen`: the shortest snooze of the kind; `snooze`: the next longer one. */
    action: z.enum(['seen', 'snooze']),
  }),
  reply: SuccessReply,
  problems: ['link-expired', 'no-such-alarm'],
} as const satisfies Call;

export const alarmShown = {
  title: 'A browser has shown a message',
  method: 'POST',
  path: `${base}/shown`,
  access: 'anyone',
  body: z.strictObject({ token: Token }),
  reply: SuccessReply,
  problems: ['link-expired'],
} as const satisfies Call;
