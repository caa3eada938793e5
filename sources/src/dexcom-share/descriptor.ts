import { DAY_MS, MINUTE_MS } from '@tealight/glucose';
import * as z from 'zod/mini';
import type { SourceDescriptor } from '../descriptor.ts';
import { required, requiredSecret } from '../shared/required-text.ts';

/** Dexcom Share: the readings that a wearer shares with followers. */
export const dexcomShare = {
  name: 'dexcomShare',
  type: 'dexcom',
  label: 'Dexcom',
  connect: {
    by: 'login',
    title: 'Connect Dexcom by user name and password',
    path: '/api/v1/Dexcom/authorization/share-api',
    login: z.strictObject({
      username: required('Username', 256),
      password: requiredSecret('Password', 256),
      /** The region of the account; by the country of the Tealight account when it is left out. */
      region: z.optional(z.enum(['US', 'OUS', 'JP'])),
    }),
  },
  form: {
    label: 'Dexcom',
    about: 'Through Dexcom Share',
    fields: [
      { name: 'username', label: 'Username', kind: 'text' },
      { name: 'password', label: 'Password', kind: 'secret' },
    ],
    help: [
      'Enter the Dexcom login of the person who wears the sensor, not that of a follower.',
      'In the Dexcom app, Share must be on and at least one follower invited.',
      'The username can be an email address, or a phone number with + and country code.',
    ],
  },
  connectedMessage: 'You have successfully connected to Dexcom',
  regions: {
    label: 'Where the Dexcom account was created',
    list: [
      { id: 'US', label: 'United States', other: 'OUS' },
      { id: 'OUS', label: 'Outside the United States', other: 'US' },
      { id: 'JP', label: 'Japan and Singapore', other: 'OUS' },
    ],
    byCountry: { US: 'US', JP: 'JP', SG: 'JP' },
    ofOtherCountries: 'OUS',
    suspectedAfter: ['wrong-login', 'wrong-region'],
  },
  errorCodes: ['wrong-login', 'locked-out', 'not-shared', 'session-over'],
  errorTexts: {
    'wrong-login':
      'Dexcom did not accept this login. Use the login of the person who wears the sensor, not of a follower',
    'not-shared':
      'Dexcom accepted the login, but shares no readings. In the Dexcom app switch Share on and invite one follower',
    'wrong-region':
      'Dexcom does not know this login in this region. If the account was created in another part of the world, try the other region',
  },
  guide: {
    intro: 'For G6, G7, ONE and ONE+.',
    steps: [
      'In the Dexcom app of the person who wears the sensor, open **Connections** and switch **Share** on.',
      'Invite at least one follower. Dexcom shares nothing until someone is invited; you can invite yourself with the Dexcom Follow app.',
      'Here, enter the username and password of **the wearer’s own** Dexcom account. A follower’s account has no readings of its own.',
    ],
    notes: [
      'The username can be an email address, or a phone number with `+` and country code, like `+15551234567`. If Dexcom rejects a login that you are sure of, try the other region: an account belongs to the region where it was created.',
    ],
  },
  // Mostly shown 12 to 30 s after the measurement. No limit is published; clients that have been tolerated for years
  // call every three to five minutes around the clock. A call when a reading is due, and one more seconds later where
  // it is late, comes to fewer calls than theirs: what saves calls is aiming, not the pause after a miss.
  rhythm: { everyMs: 5 * MINUTE_MS, visibleAfterMs: 15_000, pauseMs: 5_000 },
  // Share gives no more, and refuses requests for more.
  historyMs: DAY_MS,
  settings: {
    us: {
      variable: 'DEXCOM_SHARE_US_URL',
      kind: 'address',
      default: 'https://share2.dexcom.com',
      help: 'Dexcom Share in the United States',
    },
    ous: {
      variable: 'DEXCOM_SHARE_OUS_URL',
      kind: 'address',
      default: 'https://shareous1.dexcom.com',
      help: 'Dexcom Share outside the United States',
    },
    jp: {
      variable: 'DEXCOM_SHARE_JP_URL',
      kind: 'address',
      default: 'https://share.dexcom.jp',
      help: 'Dexcom Share in Japan and Singapore',
    },
  },
} as const satisfies SourceDescriptor;

/** What the wearer sends. */
export type SentDexcomLogin = z.output<typeof dexcomShare.connect.login>;
