import type { Catalog } from './catalog.ts';

/** The frame around the pages, the parts that several features show, and what can be said about any call. */
export const commonText = {
  product: 'Tealight',
  save: 'Save',
  cancel: 'Cancel',
  loading: 'Loading',
  working: 'Working …',
  copyByHand: 'Your browser does not let this page copy. The text is selected: copy it yourself.',
  choiceSaved: 'Your choice has been saved',
  edit: 'Edit',
  saveAndProceed: 'Save and proceed',
  skipForNow: 'Skip for now',
  tryOtherRegion: 'Try the other region',
  signIn: 'Sign in',
  resetPassword: 'Reset password',
  linkExpired: 'Link expired',
  emailSent: { done: 'Email sent', failed: 'Email not sent, please try again' },
  /** On the dashboard, and pages of their own while an account is set up. */
  panels: { connection: 'CGM Connection', range: 'Range Setup' },

  frame: {
    home: 'Tealight, home',
    skipToPage: 'Skip to the page',
    switchToLight: 'Switch to light',
    switchToDark: 'Switch to dark',
    signUp: 'Sign up',
    terms: 'Terms',
    privacy: 'Privacy',
    copyright: ({ year }: { year: number }) => `© ${year} Tealight`,
    notMedical: 'Tealight is not a medical device. Do not use it to make treatment decisions.',
  },
  menu: {
    name: 'menu',
    unknownUser: 'Your account',
    dashboard: 'Dashboard',
    account: 'My account',
    security: 'Security',
    support: 'Support',
    logOut: 'Log out',
  },
  keepLamp: {
    title: 'Keep the lamp on this screen?',
    explanation: ({ whatCodeOpens }: { whatCodeOpens: string }) =>
      `This browser has your connection code. ${whatCodeOpens}`,
    remove: 'Remove it and log out',
    keep: 'Keep it and log out',
  },
  setupSteps: {
    section: 'Steps to set up your account',
    list: 'Steps',
    number: ({ number }: { number: number }) => `Step ${number}`,
    signUp: 'Sign up',
    connection: 'CGM Connection setup',
    range: 'Range setup',
  },

  pageFailed: {
    title: 'This page could not be shown',
    whatToDo: 'Load it again. If that does not help, go back to the start.',
    reload: 'Load again',
    toStart: 'Back to the start',
  },
  loadFailed: { message: 'This could not be loaded.', retry: 'Try again' },
  closeDialog: 'Close',
  closeNotice: 'Close notice',
  outbox: {
    title: 'This Tealight sends no email',
    whereEmailsAre: 'Its emails are kept on this machine: <outbox>open the outbox</outbox>.',
  },

  fields: {
    firstName: 'First name',
    lastName: 'Last name',
    password: 'Password',
    newPassword: 'New password',
    email: 'Email',
    country: 'Country',
    chooseCountry: 'Choose your country',
    unitedStates: 'United States',
  },
  password: {
    rulesOf: ({ field }: { field: string }) => `Rules for ${field}`,
    show: ({ field }: { field: string }) => `Show ${field}`,
    rules: 'A password has',
    tooLong: ({ most }: { most: number }) => `At most ${most} characters`,
    met: 'Yes:',
    notMet: 'Not yet:',
  },
  sendAgain: ({ label, seconds }: { label: string; seconds: number }) => `${label} (in ${seconds} s)`,

  calls: {
    network: 'Network error',
    notDone: 'This did not work. Try again',
    otherWearer: 'This was not done, because the page shows somebody else now',
    unreadable: 'The answer could not be understood. Reload the page and try again',
    status: ({ status }: { status: number }) => `Request failed with status code ${status}`,
    unreachable: "Can't reach the Tealight server. We keep trying",
  },
} as const satisfies Catalog;
