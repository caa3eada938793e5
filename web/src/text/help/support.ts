import type { Catalog } from '../catalog.ts';

/** What the page Support says. */
export const supportText = {
  page: 'Support',
  title: 'Support',
  deviceSetup: {
    label: 'Device Setup',
    about: 'Lamps, clocks, screens and smart homes, step by step',
  },
  faq: {
    label: 'FAQ',
    about: 'What people ask about readings, colors and privacy',
  },
  contact: {
    label: 'Contact us',
    about: 'Still need help?',
  },
} as const satisfies Catalog;
