import type { Weekday } from '@tealight/glucose';
import type { Catalog } from '../catalog.ts';

const minutesText = (minutes: number) => (minutes === 1 ? '1 minute' : `${minutes} minutes`);

/** Who gets the alarms of a wearer, who is on duty, and what happens when nobody reacts. */
export const recipientsText = {
  title: 'Who gets them',
  list: 'People who get these alarms',
  you: ({ name }: { name: string }) => `${name} (you)`,
  onDuty: 'On duty',
  offDuty: 'Off duty',
  onDutyOf: ({ name }: { name: string }) => `${name} is on duty`,
  wantsNone: 'Has chosen to get no alarms, so never on duty.',
  hasPlan: 'By a weekly plan.',
  planEnds: 'By a weekly plan. The switch ends the plan.',
  noChannel: 'No channel yet: alarms arrive only while a Tealight page is open.',
  notReached: 'No channel was reached this week: alarms may not arrive while Tealight is closed.',
  reached: ({ reached, channels }: { reached: number; channels: number }) =>
    `${reached} of ${channels} ${channels === 1 ? 'channel' : 'channels'} reached this week`,
  escalation: {
    title: 'If nobody presses Seen',
    about:
      'An alarm rings first for everybody on duty. If nobody is on duty, it rings for everybody at once. Then:',
    everybody: ({ kind, minutes }: { kind: string; minutes: number }) =>
      `${kind}: everybody after ${minutesText(minutes)}.`,
    loud: ({ minutes, every, during }: { minutes: number; every: number; during: number }) =>
      `After ${minutesText(minutes)} also on channels that ring through a silent phone, again every ${minutesText(every)} for ${minutesText(during)}.`,
    ends: 'It stops as soon as somebody presses Seen or Snooze, or the alarm is over.',
  },
} as const satisfies Catalog;

/** How the alarms of a wearer reach the reader. */
export const ownAlarmsText = {
  title: 'How they reach you',
  onDuty: {
    label: 'You are on duty',
    on: 'Always',
    off: 'Never: only if nobody else reacts',
    plan: 'By a weekly plan',
  },
  plan: {
    title: 'Weekly plan',
    about: 'Hours that end before they start end on the next day.',
    row: ({ number }: { number: number }) => `Hours ${number}`,
    weekday: 'Day',
    from: 'From',
    until: 'Until',
    add: 'Add hours',
    remove: 'Remove',
    removeRow: ({ number }: { number: number }) => `Remove hours ${number}`,
    removed: 'Hours removed',
    isEmpty: 'Add the hours when you are on duty.',
  },
  weekdays: {
    monday: 'Monday',
    tuesday: 'Tuesday',
    wednesday: 'Wednesday',
    thursday: 'Thursday',
    friday: 'Friday',
    saturday: 'Saturday',
    sunday: 'Sunday',
  } satisfies Record<Weekday, string>,
  rank: {
    onDuty: 'On duty, you get',
    offDuty: 'Off duty, you get',
    none: 'No alarms',
    only: ({ kind }: { kind: string }) => `${kind} only`,
    upTo: ({ kind }: { kind: string }) => `${kind} and anything worse`,
    all: 'All alarms',
  },
  quiet: {
    label: 'Quiet hours',
    about: 'Highs and fast changes come without a sound. Lows and missing data still ring.',
    from: 'Quiet from',
    until: 'Quiet until',
  },
  timeZone: ({ zone }: { zone: string }) => `Time zone of these hours: ${zone}`,
  changeTimeZone: ({ zone }: { zone: string }) => `Use ${zone}`,
  weeklyMail: {
    label: 'Weekly email',
    about:
      'On Mondays at 8:00: how many alarms there were, and whether your channels were reached. It has names, but no glucose values. An email is no alarm.',
  },
  incomplete: 'Enter every time first.',
  saved: 'Saved how alarms reach you',
  changedMeanwhile:
    'Nothing was saved: these settings were changed elsewhere in the meantime. Check them and save again.',
} as const satisfies Catalog;
