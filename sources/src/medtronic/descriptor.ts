import { DAY_MS, MINUTE_MS } from '@tealight/glucose';
import type { SourceDescriptor } from '../descriptor.ts';

/** Medtronic through CareLink, as the CareLink Connect app sees it. */
export const medtronic = {
  name: 'medtronic',
  type: 'medtronic',
  label: 'Medtronic',
  connect: { by: 'remote-browser' },
  form: {
    label: 'Medtronic',
    about: 'Through CareLink',
    fields: [
      { name: 'username', label: 'Username', kind: 'text' },
      { name: 'password', label: 'Password', kind: 'secret' },
      { name: 'isUsRegion', label: 'Is US region?', kind: 'checkbox' },
    ],
    help: [
      'Use a CareLink care partner account only for Tealight: signing in elsewhere disconnects Tealight.',
      'The wearer must have accepted that account as a care partner in the MiniMed app.',
      'You sign in at CareLink in a window that opens here, and may have to solve a puzzle.',
    ],
  },
  connectedMessage: 'You have successfully connected to Medtronic',
  selectsPerson: true,
  errorCodes: ['needs-human', 'locked-out', 'terms-to-accept', 'not-shared', 'choose-person', 'person-gone'],
  errorTexts: {
    'not-shared':
      'No one shares data with this CareLink account. Use a care partner account that the wearer has accepted',
  },
  guide: {
    intro:
      'For Guardian sensors that show in CareLink. This integration is experimental: Medtronic changes its service from time to time.',
    steps: [
      'Create a **care partner** account in the CareLink Connect app, in the country of the wearer’s account, only for Tealight: two programs with one account sign each other out.',
      'Have the wearer accept it as a care partner in the MiniMed app.',
      'Here, enter the username and password of that account, and tick **Is US region?** if the wearer’s account is from the United States.',
      'A window opens with CareLink’s own sign-in page. Solve its puzzle there; Tealight does the rest.',
    ],
  },
  // The sensor measures every five minutes and the phone uploads soon after. No limit is published; clients that are
  // tolerated call every minute, or 30 s after a reading is due. A call when it is due, and one more seconds later where
  // it is late, comes to fewer than two calls a reading.
  rhythm: { everyMs: 5 * MINUTE_MS, visibleAfterMs: 30_000, pauseMs: 5_000 },
  historyMs: DAY_MS,
  settings: {
    address: {
      variable: 'CARELINK_URL',
      kind: 'address',
      default: 'https://clcloud.minimed.eu',
      help: 'The discovery service of CareLink',
    },
  },
} as const satisfies SourceDescriptor;
