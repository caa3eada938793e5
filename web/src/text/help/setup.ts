import type { Catalog } from '../catalog.ts';

/** What the help page about sources says; the steps of each source are in its descriptor. */
export const setupText = {
  problems: {
    title: 'When it does not work',
    about:
      'The dashboard names what is wrong and what to do about it. A rejected login is never tried again automatically, so that no vendor locks your account. See the <faq>questions and answers</faq>.',
  },
} as const satisfies Catalog;
