import type { ComponentType } from 'react';

type Topic = { name: string; title: string; load: () => Promise<{ default: ComponentType }> };

/** Our own pages, by the last part of their address. */
export const topics: readonly Topic[] = [
  {
    name: 'terms',
    title: 'Terms of use',
    load: async () => ({ default: (await import('./Terms.tsx')).Terms }),
  },
];
