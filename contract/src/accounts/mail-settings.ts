import * as z from 'zod/mini';
import type { Call } from '../call.ts';
import { SuccessReply } from '../replies.ts';

/** Which optional emails the wearer wants. */
export const MailSettings = z.strictObject({
  /** When a source stops giving readings and only the wearer can fix it; once for each outage. */
  lostSource: z.boolean(),
});
export type MailSettings = z.output<typeof MailSettings>;

/** The defaults. */
export const defaultMails: MailSettings = { lostSource: true };

const path = '/api/v1/UserSettings/mails';

export const mailSettings = {
  title: 'Which mails I get besides those that my account needs',
  method: 'GET',
  path,
  access: 'account',
  reply: z.object({ data: MailSettings }),
  problems: [],
} as const satisfies Call;

export const saveMailSettings = {
  title: 'Choose which mails I get besides those that my account needs',
  method: 'POST',
  path,
  access: 'account',
  body: MailSettings,
  reply: SuccessReply,
  problems: [],
} as const satisfies Call;
