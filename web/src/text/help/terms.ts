import type { Catalog } from '../catalog.ts';

/** What the help page with the terms of use says. */
export const termsText = {
  about:
    'Tealight is free software that anybody may run. These terms come with it; anyone who runs this one may have put their own in their place.',
  noMedicalDevice: {
    title: 'No medical device',
  },
  account: {
    title: 'Your account',
    ownName: 'Use your own name and an email address that you read.',
    password: 'Choose a password that you use nowhere else, and keep it to yourself.',
    ownReadings:
      'Connect a source only if its readings are yours, or if anyone who wears the sensor has agreed.',
    code: ({ whatCodeOpens }: { whatCodeOpens: string }) =>
      `Treat the connection code like a key to your home. ${whatCodeOpens} You can change it at any time on the dashboard.`,
  },
  sources: {
    title: 'Your sources',
    about:
      'Dexcom, Abbott (FreeStyle Libre), Medtronic and the Nightscout project have nothing to do with Tealight, and do not vouch for it. Some of the ways to their readings are not official. They may change or end without notice, and their own terms hold for your account with them.',
  },
  warranty: {
    title: 'What you may expect',
    about:
      'We do our best that what is shown is true and fresh, or says that it is not. There is no promise that Tealight is always there or free of mistakes. The software comes as it is, without warranty of any kind, under the MIT license.',
  },
  leaving: {
    title: 'Leaving',
    about:
      'You can download your data and delete your account at any time, under <security>Security</security>. An account that harms others or this server may be closed.',
  },
} as const satisfies Catalog;
