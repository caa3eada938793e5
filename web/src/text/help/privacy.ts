import type { Catalog } from '../catalog.ts';

/** What the help page about privacy says. */
export const privacyText = {
  about:
    'Glucose readings are health data. This page says what the software does with yours. The operator of this server is responsible for it and may have replaced this page with their own.',
  kept: {
    title: 'What is kept',
    you: '<strong>You:</strong> name, email address, country, and a photo if you add one.',
    readings: '<strong>Your readings:</strong> value, time and trend, as sent by your source.',
    settings: '<strong>Your settings:</strong> setpoints, unit, flashing, palette, and the connection code.',
    sourceLogin:
      '<strong>The sign-in to your source:</strong> encrypted with a key that is not in the database. It is never shown again, and is erased when you disconnect, unless you choose to keep it.',
    password: '<strong>Your password:</strong> never stored, only a hash that cannot be reversed.',
    devices: '<strong>Sign-ins and devices:</strong> which browser or lamp, and when it was last used.',
    activity:
      '<strong>Recent activity:</strong> sign-ins from new places, password changes, new codes, sensors connected and downloads, for 90 days. The networks you signed in from are kept for 180 days as keyed hashes, never as addresses.',
  },
  purpose: {
    title: 'What for',
    about:
      'To show your readings to you, on your devices and to the people you chose, to send the alarms you switched on, and to email you about your account. Nothing else.',
  },
  access: {
    title: 'Who sees it',
    you: 'You, and the people you have invited: each of them what you allowed, until you end it under People.',
    shareLinks: 'Anyone with a share link that you made: what it says, until it ends.',
    alarms:
      'The service that carries an alarm to a phone or browser: push messages are encrypted for the browser; what you send by ntfy, Pushover or a webhook can be read by that service, with the name and the value.',
    operator:
      'The operator of this server has access to what is stored on it. Your source gets your own sign-in to read your glucose, and no other data.',
    nobodyElse:
      'There is no advertising, no analytics and no tracking, and no page of Tealight loads anything from another host. Passwords, codes and readings are never written into logs.',
  },
  cookies: {
    title: 'Cookies',
    about:
      'None. Your browser keeps your sign-in, your choices about how pages look, an invitation you have not answered yet, whether it gets alarms, and on a lamp its code and last reading, in its own storage. Logging out removes the sign-in.',
  },
  duration: {
    title: 'How long',
    about:
      'Readings for as long as you choose under Time in range on the dashboard; the rest until you delete it. Deleting your account erases everything in it at once and for good.',
  },
  rights: {
    title: 'Your rights',
    about:
      'See and correct your details under <account>My account</account>. Download everything as JSON and CSV, end sessions, and delete your account under <security>Security</security>.',
  },
} as const satisfies Catalog;
