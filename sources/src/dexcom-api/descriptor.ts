import { DAY_MS, HOUR_MS, MINUTE_MS } from '@tealight/glucose';
import type { SourceDescriptor } from '../descriptor.ts';

/** Dexcom's official API by OAuth: no password, and readings that are hours late. */
export const dexcomApi = {
  name: 'dexcomApi',
  type: 'dexcom',
  label: 'Dexcom',
  connect: {
    by: 'vendor-page',
    button: 'Sign in at Dexcom',
    about:
      'You can sign in on Dexcom’s site instead, without a password here. We recommend your Dexcom username and password above: through Dexcom Share, readings arrive at once.',
    late: 'Readings from Dexcom’s official API arrive one to three hours late, so your lamps stay white.',
  },
  connectedMessage: 'You have successfully connected to Dexcom',
  errorCodes: ['wrong-login'],
  errorTexts: { 'wrong-login': 'The sign-in at Dexcom has ended. Sign in at Dexcom again' },
  // Shown an hour after the measurement in the US, three hours elsewhere (`rhythmAt` in source.ts); the vendor counts the calls of all wearers
  // together (60,000 an hour) and wants few of them. Its partners get readings at once.
  rhythm: {
    everyMs: 5 * MINUTE_MS,
    visibleAfterMs: HOUR_MS,
    pauseMs: 30 * MINUTE_MS,
    live: { visibleAfterMs: 30_000, pauseMs: MINUTE_MS },
    viewedPauseMs: 5 * MINUTE_MS,
  },
  historyMs: 90 * DAY_MS,
  settings: {
    address: {
      variable: 'DEXCOM_API_URL',
      kind: 'address',
      default: 'https://api.dexcom.com',
      help: 'Dexcom’s official API',
    },
    clientId: {
      variable: 'DEXCOM_CLIENT_ID',
      kind: 'text',
      help: 'The client id from Dexcom’s developer program',
    },
    clientSecret: {
      variable: 'DEXCOM_CLIENT_SECRET',
      kind: 'text',
      help: 'The client secret from Dexcom’s developer program',
    },
  },
} as const satisfies SourceDescriptor;
