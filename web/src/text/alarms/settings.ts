import type { AlarmReach } from '@tealight/contract';
import type { AlarmNumber, AlarmSettingsErrorCode } from '@tealight/glucose';
import type { Catalog } from '../catalog.ts';

/** The page where alarms are switched on and their numbers are set. */
export const alarmSettingsText = {
  page: 'Alarms',
  pageOf: ({ name }: { name: string }) => `Alarms for ${name}`,
  notReached: ({ name }: { name: string }) =>
    `Alarms of ${name} do not reach you. To get them, ask the owner.`,
  switch: {
    title: 'On or off',
    label: 'Alarms on',
    about:
      'Tealight rings on every page that is open and on the channels of everybody who gets these alarms.',
    noSource: 'No source is connected. Alarms begin with the first reading.',
    late: 'This source shows readings 15 minutes or more late, so only “No data” can be offered. An alarm about a value that old would give a false sense of safety.',
    mayNotChange: 'You get these alarms. Only the owner and caregivers can change them.',
  },
  /** What alarms cannot do (ALM-44). */
  safety: {
    title: 'What these alarms cannot do',
    points: {
      device: 'Tealight is not a medical device.',
      late: 'Its alarms come on top of those of the sensor’s own app. They may be late or missing.',
      silent: 'A phone or computer that is silent, asleep, without network or saving battery may not ring.',
      keep: 'Keep the other alarms on.',
    },
    accept: 'I have read this and keep the sensor’s own alarms on',
    acceptedBy: ({ name, day }: { name: string; day: string }) => `Accepted by ${name} on ${day}`,
  },
  form: {
    title: 'When to ring',
    day: 'By day',
    night: 'At night',
    differsAtNight: 'Other numbers at night',
    nightIs: 'The night is the one of the lamp settings on the dashboard.',
    noNight: 'No night is set. Set one in the lamp settings on the dashboard.',
    proposed: 'These are proposals: nothing is saved yet.',
    save: 'Save alarms',
    saved: 'Alarms saved',
    changedMeanwhile:
      'Nothing was saved: somebody else changed these alarms in the meantime. Check them and save again.',
  },
  escalatesHighs: {
    label: 'Pass on highs that nobody has seen',
    about: ({ minutes }: { minutes: number }) =>
      `A high or urgent high that nobody has seen for ${minutes} minutes reaches everybody who gets highs, also off duty.`,
  },
  numbers: {
    mgdl: ({ unit }: { unit: string }) => `Number in ${unit}`,
    minutes: () => 'Minutes without readings',
    mgdlPerMinute: ({ unit }: { unit: string }) => `Speed in ${unit} a minute`,
    limitMgdl: ({ unit }: { unit: string }) => `Limit in ${unit}`,
    afterMinutes: () => 'Minutes until it first rings',
  } satisfies Record<AlarmNumber, (values: { unit: string }) => string>,
  between: ({ min, max }: { min: string; max: string }) => `${min} to ${max}`,
  errors: {
    missing: () => 'Enter a number',
    unknown: () => 'This alarm has no such number',
    'not-whole': () => 'Enter a whole number',
    'too-low': ({ min }) => `At least ${min}`,
    'too-high': ({ max }) => `At most ${max}`,
    'too-near-urgent-low': () => 'At least 5 mg/dL (0.3 mmol/L) above the urgent low',
    'too-near-high': () => 'At least 10 mg/dL (0.6 mmol/L) above the high',
    'not-above-low': () => 'Must be above the low',
    'off-at-one-time': () => 'On by day and at night, or off at both',
  } satisfies Record<AlarmSettingsErrorCode, (limits: { min: string; max: string }) => string>,
} as const satisfies Catalog;

/** Trying the alarms with a simulated source. */
export const simulateText = {
  title: 'Try the alarms',
  about: ({ value }: { value: string }) =>
    `The simulated sensor reports ${value} now. Nothing real changes, and its next reading ends the alarm.`,
  switchOn: 'Switch alarms on and save them first.',
  button: 'Simulate an urgent low',
  done: 'Reported. The alarm rings within seconds.',
} as const satisfies Catalog;

/** The alarms of the last weeks. */
export const alarmHistoryText = {
  title: 'Alarms of the last 30 days',
  none: 'No alarms yet.',
  more: 'Show older alarms',
  ongoing: 'still active',
  until: ({ time }: { time: string }) => `until ${time}`,
  rings: ({ count }: { count: number }) =>
    count === 0 ? 'did not ring' : count === 1 ? 'rang once' : `rang ${count} times`,
  seen: ({ by, time }: { by: string; time: string }) => `seen by ${by} at ${time}`,
  somebody: 'somebody',
  /** Whom the alarm reached on channels; open pages are not counted. */
  reached: {
    shown: ({ recipient, channel, seconds }) => `Shown on “${channel}” of ${recipient} after ${seconds} s`,
    accepted: ({ recipient, channel }) => `Sent to “${channel}” of ${recipient}`,
    'not-reached': ({ recipient, channel }) => `Did not reach “${channel}” of ${recipient}`,
    waiting: ({ recipient, channel }) => `Still being sent to “${channel}” of ${recipient}`,
  } satisfies Record<
    AlarmReach['state'],
    (values: { recipient: string; channel: string; seconds: string }) => string
  >,
} as const satisfies Catalog;
