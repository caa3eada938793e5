import type { ComponentType } from 'react';
import type { helpText } from '../../text/help/pages.ts';

export type Topic = { name: keyof typeof helpText.topics; load: () => Promise<ComponentType> };

/** Our own pages, by the last part of their address. */
export const topics: readonly Topic[] = [
  { name: 'setup', load: async () => (await import('./Setup.tsx')).Setup },
  { name: 'devices', load: async () => (await import('./Devices.tsx')).Devices },
  { name: 'faq', load: async () => (await import('./Faq.tsx')).Faq },
  { name: 'contact', load: async () => (await import('./Contact.tsx')).Contact },
  { name: 'terms', load: async () => (await import('./Terms.tsx')).Terms },
  { name: 'privacy', load: async () => (await import('./Privacy.tsx')).Privacy },
];
