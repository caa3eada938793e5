import { alarmDefinitions, alarmKinds, isSnoozeChoice, units } from '@tealight/glucose';
import * as z from 'zod/mini';
import type { Call } from '../call.ts';
import { WearerId } from '../people/wearers.ts';
import { Moment, SuccessReply } from '../replies.ts';

const base = '/api/v1/Alarms';

const EpisodeId = z.int('This is no alarm').check(z.minimum(1));
const Kind = z.enum(alarmKinds);

/** An alarm from its beginning to its end. */
export const Alarm = z.object({
  id: EpisodeId,
  kind: Kind,
  beganAt: Moment,
  /** Null: it goes on. */
  endedAt: z.nullable(Moment),
  /** The last ring, and how many there were; null: it was snoozed all the time. */
  rangAt: z.nullable(Moment),
  rings: z.number(),
  /** Whether it rings now: it goes on, and nobody has seen or snoozed it. Nodes of older versions do not say it. */
  isRinging: z.optional(z.boolean()),
  /** Whether the reader wants no sound of it now: quiet hours, or milder than what reaches them. Not in the history. */
  isSilentForMe: z.optional(z.boolean()),
  /** Who pressed Seen last, and when; the name is null for somebody who has left Tealight. */
  seen: z.nullable(z.object({ by: z.nullable(z.string()), at: Moment })),
  /** The newest reading, in the reader's unit; in the history the worst one. */
  value: z.number(),
  takenAt: Moment,
});
export type Alarm = z.output<typeof Alarm>;

/** What became of an alarm on one channel: kept for three days. */
export const AlarmReach = z.object({
  /** First name of the recipient, and the name of the channel. */
  recipient: z.string(),
  channel: z.string(),
  /** A browser has shown it; a service has accepted it; nobody has; it is still tried. */
  state: z.enum(['shown', 'accepted', 'not-reached', 'waiting']),
  /** Until it was shown, in ms; null for the other states. */
  afterMs: z.nullable(z.number()),
});
export type AlarmReach = z.output<typeof AlarmReach>;

/** An alarm of the last weeks, and whom it has reached away from open pages. */
export const PastAlarm = z.extend(Alarm, { reached: z.array(AlarmReach) });
export type PastAlarm = z.output<typeof PastAlarm>;

/** A kind that is silent, for everybody or for the reader alone. */
export const AlarmSnooze = z.object({
  kind: Kind,
  isForMeAlone: z.boolean(),
  by: z.nullable(z.string()),
  setAt: Moment,
  /** Null: until readings come. */
  until: z.nullable(Moment),
});
export type AlarmSnooze = z.output<typeof AlarmSnooze>;

/** A wearer whose alarms are on and reach the reader. */
export const WatchedWearer = z.object({
  wearer: WearerId,
  /** As the reader knows the wearer. */
  name: z.string(),
  unit: z.enum(units),
  alarms: z.array(Alarm),
  snoozes: z.array(AlarmSnooze),
  /** Whether the reader may mark alarms as seen and snooze them for everybody. */
  mayAct: z.boolean(),
});
export type WatchedWearer = z.output<typeof WatchedWearer>;

export const activeAlarms = {
  title: 'Which alarms are active, and which are snoozed, of everybody whose alarms reach me',
  method: 'GET',
  path: `${base}/active`,
  access: 'account',
  reply: z.object({ wearers: z.array(WatchedWearer) }),
  problems: [],
} as const satisfies Call;

export const alarmHistory = {
  title: 'The alarms of the last 30 days, the latest first',
  method: 'GET',
  path: `${base}/history`,
  access: { right: 'get-alarms' },
  query: z.strictObject({
    /** The alarms before this one, from `next`. */
    before: z.optional(z.string().check(z.regex(/^\d{1,15}$/, 'This is no alarm'))),
  }),
  reply: z.object({ unit: z.enum(units), alarms: z.array(PastAlarm), next: z.nullable(z.string()) }),
  problems: [],
} as const satisfies Call;

export const seenAlarm = {
  title: 'Mark an alarm as seen: it is silent for everybody for the shortest snooze of its kind',
  method: 'POST',
  path: `${base}/seen`,
  access: { right: 'act' },
  body: z.strictObject({
    id: EpisodeId,
    /** As the reader saw it: if the alarm has become worse since, the worse kind goes on ringing. */
    kind: z.optional(Kind),
  }),
  reply: SuccessReply,
  problems: ['no-such-alarm'],
} as const satisfies Call;

const SnoozeBody = z
  .strictObject({
    kind: Kind,
    /** One of the kind's choices. */
    minutes: z.union([z.int(), z.literal('until-readings')]),
  })
  .check((check) => {
    const { kind, minutes } = check.value;
    if (!isSnoozeChoice(kind, minutes))
      check.issues.push({
        code: 'custom',
        path: ['minutes'],
        message: `Choose one of ${alarmDefinitions[kind].snoozes.join(', ')}`,
        input: check.value,
      });
  });

export const snoozeAlarm = {
  title: 'Make a kind of alarm silent for everybody',
  method: 'POST',
  path: `${base}/snooze`,
  access: { right: 'act' },
  body: SnoozeBody,
  reply: SuccessReply,
  problems: [],
} as const satisfies Call;

export const endAlarmSnooze = {
  title: 'End a snooze that holds for everybody',
  method: 'POST',
  path: `${base}/snooze/end`,
  access: { right: 'act' },
  body: z.strictObject({ kind: Kind }),
  reply: SuccessReply,
  problems: [],
} as const satisfies Call;

export const snoozeOwnAlarm = {
  title: 'Make a kind of alarm silent for me alone; others still get it',
  method: 'POST',
  path: `${base}/snooze/own`,
  access: { right: 'get-alarms' },
  body: z.strictObject({
    kind: Kind,
    /** Any time up to a day (ALM-22). */
    minutes: z.int().check(z.minimum(1), z.maximum(24 * 60)),
  }),
  reply: SuccessReply,
  problems: [],
} as const satisfies Call;

export const endOwnAlarmSnooze = {
  title: 'End a snooze of my own',
  method: 'POST',
  path: `${base}/snooze/own/end`,
  access: { right: 'get-alarms' },
  body: z.strictObject({ kind: Kind }),
  reply: SuccessReply,
  problems: [],
} as const satisfies Call;
