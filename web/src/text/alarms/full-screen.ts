import type { Catalog } from '../catalog.ts';

/** The page that a notification opens: one alarm that fills the screen. */
export const fullScreenText = {
  page: 'Alarm',
  home: 'Dashboard',
  loading: 'Loading the alarms …',
  notLoaded: 'The alarms could not be loaded.',
  retry: 'Try again',
  offline: 'Tealight cannot be reached. What you see may be old.',
  none: { title: 'No active alarms', about: 'Nobody whose alarms you get has one right now.' },
  noWearers: { title: 'No alarms reach you', about: 'Nobody whose readings you see has alarms switched on.' },
  reading: ({ age }: { age: string }) => `Reading ${age}`,
  lastReading: ({ age }: { age: string }) => `Last reading ${age}`,
  forEverybody: 'Snooze for everybody',
  forMe: 'Snooze just for me',
  others: 'Other alarms',
  signedOut: {
    title: 'You are signed out',
    about: 'Sign in to see the alarm.',
    withLink: 'You can react to the alarm of this notification without signing in. Sign in to see it.',
  },
  notification: {
    title: 'The alarm of this notification',
    about: 'It does not reach the account that is signed in here. You can react to it all the same.',
    unsure: 'Your alarms could not be loaded. You can react to the alarm of this notification all the same.',
    seen: 'Seen',
    snooze: 'Snooze',
    done: {
      seen: 'Marked as seen. It is silent for everybody for a while.',
      snooze: 'Snoozed for everybody.',
    },
  },
} as const satisfies Catalog;
