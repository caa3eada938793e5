import type { Catalog } from '../catalog.ts';

/** The bar with the alarms that go on, on every page. */
export const alarmBarText = {
  name: 'Alarms',
  on: 'Alarms are on.',
  /** Whose alarm it is, its kind, value and age: `Ada: Urgent low 52 mg/dL, 2 min ago`. */
  alarm: ({ name, kind, value, age }: { name: string; kind: string; value: string; age: string }) =>
    `${name}: ${kind} ${value}, ${age}`,
  noData: ({ name, age }: { name: string; age: string }) => `${name}: No data, last reading ${age}`,
  title: ({ name, kind, value }: { name: string; kind: string; value: string }) =>
    `⚠ ${name}: ${kind} ${value}`,
  titleNoData: ({ name }: { name: string }) => `⚠ ${name}: No data`,
  seen: 'Seen',
  snooze: 'Snooze',
  /** Who has pressed Seen or Snooze, and how long the alarm is silent. */
  silentBy: ({ by, left }: { by: string; left: string }) => `Silent for ${left}, by ${by}`,
  silentForMe: ({ left }: { left: string }) => `Silent for you alone for ${left}; others still get it`,
  silentBySettings: 'Silent for you, by your own alarm settings',
  silentUntilReadings: ({ by }: { by: string }) => `Silent until readings come, by ${by}`,
  left: ({ minutes }: { minutes: number }) => (minutes === 1 ? '1 more minute' : `${minutes} more minutes`),
  endSnooze: 'End snooze',
  forEverybody: ({ length }: { length: string }) => `${length}, for everybody`,
  forMeAlone: ({ length }: { length: string }) => `${length}, just me`,
  somebody: 'somebody',
  settings: 'Alarm settings',
  sound: {
    off: 'Sound is off. Press to switch it on',
    on: 'Sound is on',
    switchOff: 'Switch the sound off',
  },
  notLoaded: 'Tealight cannot be reached. Alarms may be missing on this page.',
} as const satisfies Catalog;

/** Lengths of snoozes. */
export const snoozeText = {
  untilReadings: 'Until readings come',
  minutes: ({ minutes }: { minutes: number }) => `${minutes} min`,
  hours: ({ hours }: { hours: number }) => (hours === 1 ? '1 hour' : `${hours} hours`),
} as const satisfies Catalog;
