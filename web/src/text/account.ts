import type { Catalog } from './catalog.ts';

/** What the pages My account and Security say. */
export const accountText = {
  page: 'My account',
  profile: {
    title: 'My account',
    phone: 'Phone',
    phoneNotEditable: 'The phone number cannot be changed here',
    unchanged: 'Nothing has changed yet.',
    saved: 'Your account has been updated',
  },
  photo: {
    title: 'Photo',
    input: 'Photo',
    current: 'Your photo',
    chosen: 'The photo you chose',
    choose: 'Choose a photo',
    chooseAnother: 'Choose another',
    save: 'Save photo',
    remove: 'Remove photo',
    formats: ({ megabytes }: { megabytes: number }) => `JPEG, PNG, WebP, AVIF or GIF, up to ${megabytes} MB.`,
    tooLarge: ({ megabytes }: { megabytes: number }) =>
      `The photo is larger than ${megabytes} MB: choose a smaller one`,
  },
  mails: {
    title: 'Emails',
    whenReadingsStop: 'Email me when readings stop',
    whenReadingsStopAbout: 'Sent once, only when you need to act. Account emails are always sent.',
  },
  security: {
    page: 'Security',
  },
  password: {
    title: 'Reset Password',
    current: 'Current password',
    incomplete: 'Enter your current password and a new one.',
    changed: 'Your password has been changed successfully',
  },
  sessions: {
    title: 'Where you are signed in',
    list: 'Sessions',
    signedIn: ({ at }: { at: string }) => `Signed in ${at}`,
    signedInAndUsed: ({ at, lastUsedAt }: { at: string; lastUsedAt: string }) =>
      `Signed in ${at}, last used ${lastUsedAt}`,
    current: 'This device',
    signOut: 'Sign out',
    signOutDevice: ({ device }: { device: string }) => `Sign out ${device}`,
    signOutOthers: 'Sign out everywhere else',
    alarmsStay:
      'Alarms keep ringing on a device that is signed out. To stop them, remove it from <channels>your alarm channels</channels>.',
    signedOut: ({ device }: { device: string }) => `Signed out: ${device}`,
    signedOutOthers: 'Signed out everywhere else',
  },
  activity: {
    title: 'Recent activity',
    about:
      "The last 90 days. If you don't recognize something, change your password and sign out other devices.",
    none: 'No activity in the last 90 days.',
    showAll: 'Show all',
    kinds: {
      'signed-in': 'Signed in from a new place',
      'password-changed': 'Password changed',
      'password-reset': 'Password reset by email',
      'code-renewed': 'New connection code',
      'source-connected': 'Sensor connected',
      'source-removed': 'Sensor disconnected',
      'data-exported': 'Data downloaded',
    },
  },
  confirmation: {
    password: 'Your password',
    incomplete: 'Enter your password.',
  },
  download: {
    title: 'Download all my data',
    about:
      'Your account, settings, connection and every reading, as JSON and CSV in one zip file. Passwords are not in it.',
    start: 'Download all my data',
    confirm: 'Download',
    done: 'Your data has been downloaded',
  },
  deletion: {
    title: 'Delete my account',
    about:
      'Your account, readings, settings, stored logins and photo are erased at once. Devices with your code go dark. This can’t be undone, so download your data first if you may need it.',
    handOver:
      'To let somebody else continue with a person, hand that person over before you delete your account:',
    toPeople: 'People',
    start: 'Delete my account',
    confirm: 'Delete for good',
    cancel: 'Keep my account',
    done: 'Your account has been deleted',
  },
} as const satisfies Catalog;
