import { type AlarmSettingsErrorCode, alarmKinds, alarmSettingsErrors } from '@tealight/glucose';
import * as z from 'zod/mini';
import type { Call } from '../call.ts';
import { Moment, SuccessReply } from '../replies.ts';

const base = '/api/v1/Alarms';

/** One kind by day or by night. Which numbers it has, and their limits, are in `alarmDefinitions` of the glucose package. */
const AlarmRule = z.strictObject({
  isOn: z.boolean(),
  mgdl: z.optional(z.number()),
  minutes: z.optional(z.number()),
  mgdlPerMinute: z.optional(z.number()),
  limitMgdl: z.optional(z.number()),
  afterMinutes: z.optional(z.number()),
});

const AlarmRules = z.record(z.enum(alarmKinds), AlarmRule);

/** What is wrong with a number, for people. */
export const alarmSettingsMessages: Readonly<Record<AlarmSettingsErrorCode, string>> = {
  missing: 'Enter a number',
  unknown: 'This alarm has no such number',
  'not-whole': 'Enter a whole number',
  'too-low': 'This is lower than Tealight allows',
  'too-high': 'This is higher than Tealight allows',
  'too-near-urgent-low': 'Must be at least 5 mg/dL (0.3 mmol/L) above the urgent low',
  'too-near-high': 'Must be at least 10 mg/dL (0.6 mmol/L) above the high',
  'not-above-low': 'Must be above the low',
  'off-at-one-time': 'Urgent low is on by day and by night, or off at both',
};

/** The alarms of a wearer by day and by night. Thresholds are whole mg/dL, whatever unit is shown. */
export const AlarmSettings = z.strictObject({ day: AlarmRules, night: AlarmRules }).check((check) => {
  for (const { kind, time, number, code } of alarmSettingsErrors(check.value))
    check.issues.push({
      code: 'custom',
      path: [time, kind, number ?? 'isOn'],
      message: alarmSettingsMessages[code],
      input: check.value,
    });
});
export type AlarmSettings = z.output<typeof AlarmSettings>;

/** Which alarms there can be: all; none about glucose, since the source is late by design (ALM-11); none without a source. */
export const alarmOffers = ['all', 'no-data-only', 'none'] as const;
export type AlarmOffer = (typeof alarmOffers)[number];

export const readAlarmSettings = {
  title: 'The alarms of this wearer',
  method: 'GET',
  path: `${base}/settings`,
  access: { right: 'get-alarms' },
  reply: z.object({
    isOn: z.boolean(),
    offer: z.enum(alarmOffers),
    /** Who accepted what alarms cannot do; null: nobody yet. */
    accepted: z.nullable(z.object({ by: z.nullable(z.string()), at: Moment })),
    /** Null: nobody has changed them, so that a form may propose some. */
    settings: z.nullable(AlarmSettings),
    /** Whether highs that nobody has seen for an hour reach everybody, also off duty (ALM-26). */
    escalatesHighs: z.boolean(),
    /** Whether the source is the simulated one of this computer, which reports an urgent low on request. */
    isSimulated: z.boolean(),
  }),
  problems: [],
} as const satisfies Call;

export const saveAlarmSettings = {
  title: 'Switch the alarms of this wearer on or off, and set their numbers',
  method: 'POST',
  path: `${base}/settings`,
  access: { right: 'set-range' },
  body: z.strictObject({
    isOn: z.boolean(),
    /** Absent: as they are. */
    settings: z.optional(AlarmSettings),
    /** Absent: as it is. */
    escalatesHighs: z.optional(z.boolean()),
    /** Set by the person who switches alarms on, and has read what they cannot do (ALM-44). Needed once. */
    hasAccepted: z.optional(z.boolean()),
  }),
  reply: SuccessReply,
  problems: ['alarms-not-accepted'],
} as const satisfies Call;
