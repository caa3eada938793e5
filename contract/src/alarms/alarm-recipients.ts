import { weekdays } from '@tealight/glucose';
import * as z from 'zod/mini';
import type { Call } from '../call.ts';
import { MinuteOfDay, TimeZone } from '../local-time.ts';
import { SuccessReply } from '../replies.ts';

const base = '/api/v1/Alarms/recipients';

/** The id of a recipient among this wearer's: that of the follow, 0 for the owner. It opens nothing. */
const RecipientId = z.int('This is nobody who gets these alarms').check(z.minimum(0));
const hours = { fromMinute: MinuteOfDay, untilMinute: MinuteOfDay };

/** On duty or not, or a weekly plan. Hours that end before they start end on the next day. */
const OnDuty = z.union([
  z.boolean(),
  z.array(z.strictObject({ weekday: z.enum(weekdays), ...hours })).check(z.maxLength(28, 'At most 28 parts')),
]);
export type OnDuty = z.output<typeof OnDuty>;

/** The mildest alarm that reaches somebody, by its rank: 0 for none, 8 for all. */
const Rank = z.int().check(z.minimum(0), z.maximum(8));

/** How alarms of a wearer reach the reader. */
export const OwnAlarms = z.strictObject({
  onDuty: OnDuty,
  mildestRank: z.strictObject({ onDuty: Rank, offDuty: Rank }),
  /** In which milder alarms than a low or missing data come without a sound; null: never. */
  quietHours: z.nullable(z.strictObject(hours)),
  /** Of the plan and the quiet hours. */
  timeZone: TimeZone,
  /** Whether an email says on Mondays how many alarms there were and which channels were reached (ALM-41). */
  weeklyMail: z.boolean(),
});
export type OwnAlarms = z.output<typeof OwnAlarms>;

/** Somebody whom alarms of a wearer reach. */
export const AlarmRecipient = z.object({
  id: RecipientId,
  /** The first name. */
  name: z.string(),
  isMe: z.boolean(),
  /** Now; somebody with a plan may be on duty at other times. */
  isOnDuty: z.boolean(),
  hasPlan: z.boolean(),
  /** Has chosen that no alarms of this wearer arrive, and is never on duty. */
  wantsNone: z.boolean(),
  /** How many channels besides open pages, and how many of them a message has reached within a week. */
  channels: z.number(),
  reachedChannels: z.number(),
});
export type AlarmRecipient = z.output<typeof AlarmRecipient>;

export const alarmRecipients = {
  title: 'Whom the alarms of this wearer reach, and who is on duty',
  method: 'GET',
  path: base,
  access: { right: 'get-alarms' },
  reply: z.object({ recipients: z.array(AlarmRecipient), own: OwnAlarms }),
  problems: [],
} as const satisfies Call;

export const setOnDuty = {
  title: 'Put somebody on or off duty; this ends a weekly plan',
  method: 'POST',
  path: `${base}/on-duty`,
  access: { right: 'act' },
  body: z.strictObject({ id: RecipientId, onDuty: z.boolean() }),
  reply: SuccessReply,
  problems: ['no-such-follower'],
} as const satisfies Call;

export const saveOwnAlarms = {
  title: 'How alarms of this wearer reach me',
  method: 'POST',
  path: `${base}/own`,
  access: { right: 'get-alarms' },
  body: OwnAlarms,
  reply: SuccessReply,
  problems: [],
} as const satisfies Call;
