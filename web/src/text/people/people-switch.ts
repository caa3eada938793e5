import type { Catalog } from '../catalog.ts';

/** Whom a page shows: the switch in the header, and what is said where a right has ended. */
export const peopleSwitchText = {
  shown: 'Person shown',
  people: 'People',
  noReading: 'No current data',
  loading: 'Loading',
  lost: {
    page: 'Nobody is shown',
    followed: ({ name }: { name: string }) => `You no longer follow ${name}`,
    own: ({ name }: { name: string }) => `${name} has been removed`,
    unknown: 'You do not follow this person, or no longer do',
    ask: 'Whom do you want to see?',
    show: ({ name }: { name: string }) => `Show ${name}`,
  },
  account: {
    title: 'People',
    about: 'Follow family members, or let somebody follow you.',
    open: 'Open People',
  },
} as const satisfies Catalog;
