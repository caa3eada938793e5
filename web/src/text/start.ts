import type { Catalog } from './catalog.ts';

/** What the page says while it loads; a module of its own, because every page waits for it. */
export const startText = {
  notLoaded: 'Tealight could not be loaded. It tries again automatically.',
} as const satisfies Catalog;
