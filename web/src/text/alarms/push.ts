import type { Catalog } from '../catalog.ts';

/** Notifications of this browser: what they can do, the permission, and every state that it can be in. */
export const pushText = {
  title: 'Let this browser ring',
  start: 'Let this browser ring when Tealight is closed',
  goodFor:
    'Alarms appear as notifications of this device, with the buttons Seen and Snooze, also while no page is open.',
  cannot:
    'They cannot ring through a silent phone or “Do not disturb”. If an alarm must wake you, add ntfy or Pushover as well.',
  ask: 'Your browser asks you next. Choose “Allow”.',
  name: 'Name of this browser',
  browserOn: ({ browser, system }: { browser: string; system: string }) => `${browser} on ${system}`,
  anyBrowser: 'Browser',
  anySystem: 'this device',
  submit: 'Allow notifications',
  again: 'Subscribe again',
  testing: 'Sending a test …',
  dismissed: 'Nothing was allowed yet. Press the button again and choose “Allow”.',
  failed: 'This browser could not subscribe. Check that you are online, then try again.',
  on: 'This browser rings. Alarms arrive here while Tealight is closed.',
  lost: 'This browser no longer gets alarms: its subscription was lost. Subscribe again.',
  blocked: {
    title: 'Notifications of this site are blocked',
    how: 'Open the site settings with the icon on the left of the address, set “Notifications” to “Allow”, and load this page again. On a phone, also check the settings of the browser app.',
  },
  insecure: {
    title: 'This address is not secure',
    how: 'Browsers allow notifications only on addresses that begin with https://. Open Tealight there, or ask the person who runs this server.',
  },
  unsupported: {
    title: 'This browser has no push notifications',
    how: 'Use a current version of Chrome, Edge, Firefox or Safari, outside a private window. Or add ntfy or Pushover.',
  },
  notInstalled: {
    title: 'Add Tealight to the Home Screen first',
    how: 'On iPhone and iPad, only an app on the Home Screen can notify you. You need iOS 16.4 or later.',
    steps: {
      share: 'Open this page in Safari and tap the Share button.',
      add: 'Tap “Add to Home Screen”.',
      open: 'Open Tealight from the Home Screen and come back to this page.',
    },
  },
} as const satisfies Catalog;

/** The banner for somebody whom alarms reach only on open pages. */
export const reachText = {
  name: 'Alarms may not reach you',
  noChannel: 'Alarms are on, but reach you only while a Tealight page is open.',
  notReached:
    'Alarms may not reach you: none of your channels was reached in the last 7 days. Press Test on one of them.',
} as const satisfies Catalog;
