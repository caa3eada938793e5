import type { ComponentType } from 'react';

export type Topic = { name: string; title: string; lead: string; load: () => Promise<ComponentType> };

/** Our own pages, by the last part of their address. */
export const topics: readonly Topic[] = [
  {
    name: 'setup',
    title: 'Connect your sensor',
    lead: 'Tealight reads your glucose from the service your sensor already sends it to. Choose yours, sign in once, done.',
    load: async () => (await import('./Setup.tsx')).Setup,
  },
  {
    name: 'devices',
    title: 'Set up a lamp',
    lead: 'One code, any number of lamps, clocks and screens.',
    load: async () => (await import('./Devices.tsx')).Devices,
  },
  {
    name: 'faq',
    title: 'Questions and answers',
    lead: 'What people ask about readings, colors and privacy.',
    load: async () => (await import('./Faq.tsx')).Faq,
  },
  {
    name: 'contact',
    title: 'Contact',
    lead: 'Who can help, and with what.',
    load: async () => (await import('./Contact.tsx')).Contact,
  },
  {
    name: 'terms',
    title: 'Terms of use',
    lead: 'What Tealight promises, and what it does not.',
    load: async () => (await import('./Terms.tsx')).Terms,
  },
  {
    name: 'privacy',
    title: 'Privacy',
    lead: 'What is kept about you, why, and how to be rid of it.',
    load: async () => (await import('./Privacy.tsx')).Privacy,
  },
];
