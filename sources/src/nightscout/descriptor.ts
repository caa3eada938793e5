import { DAY_MS, MINUTE_MS } from '@tealight/glucose';
import * as z from 'zod/mini';
import type { SourceDescriptor } from '../descriptor.ts';
import { required, requiredSecret } from '../shared/required-text.ts';

/** A Nightscout site of the wearer's own. */
export const nightscout = {
  name: 'nightscout',
  type: 'nightScout',
  label: 'Nightscout',
  connect: {
    by: 'login',
    title: 'Connect a Nightscout site',
    path: '/api/v1/NightScout/authorization',
    login: z.strictObject({
      endpoint: required('Endpoint', 2048),
      apiSecret: requiredSecret('Api Secret', 512),
    }),
  },
  form: {
    label: 'Nightscout',
    about: 'Through your own site',
    fields: [
      { name: 'endpoint', label: 'Endpoint', kind: 'url' },
      { name: 'apiSecret', label: 'Api Secret', kind: 'secret' },
    ],
    help: [
      'The endpoint is the address at which you open your Nightscout site.',
      'The secret is the API_SECRET of your site.',
      'An access token with the role “readable” also works and is safer: find it in Nightscout under Admin Tools, Subjects.',
    ],
  },
  connectedMessage: 'You have successfully connected to Nightsout',
  isOwnSite: true,
  errorCodes: ['wrong-login', 'needs-human', 'wrong-address', 'session-over'],
  errorTexts: {
    'wrong-login':
      'Nightscout did not accept this API secret. Enter the secret or an access token of your site',
    'not-shared':
      'This Nightscout site shows no readings without a sign-in. Enter its API secret or an access token',
    'wrong-address': 'There is no Nightscout at this address. Check the endpoint',
    'refused-address':
      'This address cannot be reached from here: enter the public address of your Nightscout site',
    unreachable:
      'This Nightscout site cannot be reached. Check the endpoint, or wait until the site is up again',
    unreadable: 'This doesn’t look like a Nightscout site. Check the endpoint',
  },
  guide: {
    steps: [
      'The **endpoint** is the address at which you open your site, like `https://my-site.example.org`.',
      'The **API secret** is the `API_SECRET` that your site was set up with.',
      'Better still, use an access token: in Nightscout open **Admin Tools**, then **Subjects**, and add one with the role `readable`. It can only read.',
    ],
  },
  // Uploaders need 3 to 15 seconds; the site is the wearer's own and names no limit.
  rhythm: { everyMs: 5 * MINUTE_MS, visibleAfterMs: 8_000, pauseMs: 5_000 },
  historyMs: 90 * DAY_MS,
  settings: {},
} as const satisfies SourceDescriptor;
