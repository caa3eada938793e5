import type { Catalog } from '../catalog.ts';

/** What the help pages have in common: their titles and leads, and the warning that several of them show. */
export const helpText = {
  topics: {
    setup: {
      title: 'Connect your sensor',
      lead: 'Tealight reads your glucose from the service your sensor already sends it to. Choose yours, sign in once, done.',
    },
    devices: {
      title: 'Set up a lamp',
      lead: 'One code, any number of lamps, clocks and screens.',
    },
    faq: {
      title: 'Questions and answers',
      lead: 'What people ask about readings, colors and privacy.',
    },
    contact: {
      title: 'Contact',
      lead: 'Who can help, and with what.',
    },
    terms: {
      title: 'Terms of use',
      lead: 'What Tealight promises, and what it does not.',
    },
    privacy: {
      title: 'Privacy',
      lead: 'What is kept about you, why, and how to be rid of it.',
    },
  },
  otherTopics: 'More to read',
  noMedicalDevice: ({ warning }: { warning: string }) =>
    `<strong>${warning}</strong> Readings may be late, wrong or missing, and a lamp may stay dark. For every decision about insulin, food or medicine use your meter, or the app that came with your sensor, and keep its alarms on.`,
} as const satisfies Catalog;
