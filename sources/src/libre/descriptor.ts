import { DAY_MS, MINUTE_MS } from '@tealight/glucose';
import * as z from 'zod/mini';
import type { SourceDescriptor } from '../descriptor.ts';
import { required, requiredSecret } from '../shared/required-text.ts';

/** FreeStyle Libre through LibreLinkUp. */
export const libre = {
  name: 'libre',
  type: 'freeStyleLibre',
  label: 'FreeStyle Libre',
  connect: {
    by: 'login',
    title: 'Connect FreeStyle Libre by a LibreLinkUp login',
    path: '/api/v1/FreeStyleLibre/authorization',
    login: z.strictObject({
      /** The email address of the LibreLinkUp account. */
      username: required('Email', 256),
      password: requiredSecret('Password', 256),
      /** Whose readings to show, where several people share with this login. */
      patientId: z.optional(z.string().check(z.minLength(1), z.maxLength(128))),
    }),
  },
  form: {
    label: 'FreeStyleLibre',
    about: 'Through LibreLinkUp',
    fields: [
      { name: 'username', label: 'Email', kind: 'email' },
      { name: 'password', label: 'Password', kind: 'secret' },
    ],
    help: [
      'The LibreLinkUp app is required first: in the Libre app open Connected apps and invite yourself to LibreLinkUp.',
      'Open LibreLinkUp, accept the invitation and its terms, and check that a reading appears.',
      'Then enter the email address and password of LibreLinkUp here.',
    ],
  },
  connectedMessage: 'You have successfully connected to Freestyle Libre',
  selectsPerson: true,
  errorCodes: [
    'wrong-login',
    'locked-out',
    'terms-to-accept',
    'not-shared',
    'choose-person',
    'person-gone',
    'session-over',
  ],
  errorTexts: {
    'wrong-login': 'LibreLinkUp did not accept this login. Use the email and password of the LibreLinkUp app',
    'terms-to-accept':
      'LibreLinkUp has terms to accept. Open the LibreLinkUp app, accept them, then try again',
    'not-shared':
      'Nobody shares with this LibreLinkUp login yet. Invite it in the LibreLink app, accept in LibreLinkUp, then try again',
  },
  guide: {
    intro: 'For Libre 2 and 3, with the LibreLinkUp app, which is required first.',
    steps: [
      'Install **LibreLinkUp** and create an account in it. It is not the app that reads the sensor.',
      'In the Libre app of the wearer, open **Connected Apps**, then **LibreLinkUp**, and invite that account.',
      'Open LibreLinkUp, accept the invitation and its terms, and check that a reading appears.',
      'Here, enter the email address and password of the **LibreLinkUp** account.',
    ],
    notes: [
      'When Abbott has new terms, LibreLinkUp shares nothing until you accept them in the app. If several people share with this account, Tealight asks whose readings to show.',
    ],
  },
  // Libre 3 and streaming Libre 2 upload about once a minute; the vendor wants no more than one call a minute.
  // The points of its graph are 17 to 21 minutes late.
  rhythm: {
    everyMs: MINUTE_MS,
    visibleAfterMs: 10_000,
    pauseMs: MINUTE_MS,
    historyAfterMs: 25 * MINUTE_MS,
  },
  historyMs: 14 * DAY_MS,
  settings: {
    address: {
      variable: 'LIBRELINKUP_URL',
      kind: 'address',
      default: 'https://api.libreview.io',
      help: 'LibreLinkUp',
    },
  },
} as const satisfies SourceDescriptor;

/** What the wearer sends. */
export type SentLibreLogin = z.output<typeof libre.connect.login>;
