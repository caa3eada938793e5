import type { Catalog } from './catalog.ts';

/** What connecting a source says: the cards, the questions before and after, and what went wrong. */
export const connectSourceText = {
  chooser: {
    label: 'Source of your readings',
    chooseRegion: 'Choose a region',
  },
  card: {
    notOffered: 'This server does not offer it yet',
    apply: 'Apply',
    applyTo: ({ source }: { source: string }) => `Apply ${source}`,
    guide: ({ source }: { source: string }) => `Setup guide for ${source}`,
    newTab: '(opens in a new tab)',
    showSecret: 'Show what is typed',
  },
  /** Between the form and the vendor’s own page, as two ways to connect. */
  orAtVendor: 'or',
  /** Before a source replaces the connected one. A source with an official API can also replace its own login. */
  replace: {
    titleForSource: ({ present, next }: { present: string; next: string }) =>
      `Replace ${present} with ${next}?`,
    titleForApi: ({ present, next }: { present: string; next: string }) =>
      `Replace ${present} with ${next}’s official API?`,
    titleForOwnApi: ({ source }: { source: string }) =>
      `Replace your present ${source} connection with ${source}’s official API?`,
    aboutSource: ({ next }: { next: string }) =>
      `You can connect one source at a time. Your readings so far stay; from now on they come from ${next}.`,
    aboutApi: ({ next }: { next: string }) =>
      `You can connect one source at a time. Your readings so far stay; from now on they come from ${next}’s official API.`,
    keepSource: ({ present }: { present: string }) => `Keep ${present}`,
    keepConnection: ({ present }: { present: string }) => `Keep your present ${present} connection`,
    confirm: 'Replace',
  },
  /** Where several people share their readings with a login. */
  person: {
    title: 'Whose readings should be shown?',
    about: 'Several people share their readings with this login.',
    list: 'Whose readings to show',
    unnamed: ({ number }: { number: number }) => `Person ${number}`,
    chosen: ({ name }: { name: string }) => `You see the readings of ${name}`,
  },
  dexcom: {
    notStartedHere: 'This Dexcom sign-in did not start in this browser. Nothing was connected',
    notFinished: 'The sign-in at Dexcom was not finished. Nothing has changed',
  },
  medtronic: {
    notConnected: 'Medtronic was not connected. Sign in at CareLink again',
  },
} as const satisfies Catalog;
