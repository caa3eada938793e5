import type { Catalog } from './catalog.ts';

/** The page that turns a screen into a lamp. */
export const lampText = {
  form: {
    title: 'Make this screen a lamp',
    code: 'Device Connection Code',
    connect: 'Connect',
    whereTheCodeIs:
      'You find the code on your dashboard. This screen shows the current reading and its color.',
    malformed: 'A code has ten letters and digits, like k7m2q-x4w9d',
  },
  controls: {
    section: 'Lamp controls',
    brightness: 'Brightness',
    showNumber: 'Show the number',
    fullScreen: 'Full screen',
    otherCode: 'Another code',
    dashboard: 'Dashboard',
    screenSleeps: 'This browser lets the screen sleep. Switch that off in the settings of the device.',
  },
  /** What the light means; `zone` and `trend` are words such as 'In range' and 'steady'. */
  light: {
    noData: 'No current data',
    trying: ({ zone }: { zone: string }) => `Trying out: ${zone}`,
    tryingNoData: 'Trying out: no data',
    inZone: ({ zone, trend }: { zone: string; trend: string }) => `${zone}, ${trend}`,
    withValue: ({ value, meaning }: { value: string; meaning: string }) => `${value}. ${meaning}`,
    /** `kind` is the name of an alarm. */
    alarm: ({ kind, meaning }: { kind: string; meaning: string }) => `Alarm: ${kind}. ${meaning}`,
    /** Read out once; `time` is that of a clock. */
    snoozed: ({ kind, time, meaning }: { kind: string; time: string; meaning: string }) =>
      `${kind} is silent until ${time}. ${meaning}`,
    snoozedFor: ({ kind, minutes }: { kind: string; minutes: number }) =>
      `${kind}: silent for ${minutes === 1 ? '1 more minute' : `${minutes} more minutes`}`,
    received: ({ age }: { age: string }) => `Received ${age}`,
  },
  connection: {
    joining: 'Connecting',
    lost: 'The connection is lost. We keep trying, and the lamp turns white when its reading runs out',
    wrongCode: 'Unknown connection code. You find your code on the dashboard',
    slowDown: 'Too many attempts. The lamp tries again in a minute',
  },
} as const satisfies Catalog;
