import type { Catalog } from '../catalog.ts';

/** Whose data it is, and what is said of somebody else's where the wearer is addressed otherwise. */
export const wearerText = {
  ofWearer: ({ name, text }: { name: string; text: string }) => `${name}: ${text}`,
  connection: {
    none: ({ name }: { name: string }) => `${name} has not connected a source yet.`,
    error: ({ name, source }: { name: string; source: string }) =>
      `Readings of ${name} do not arrive from ${source}. A person who manages the source can see why.`,
    silent: ({ name }: { name: string }) => `The sensor of ${name} sends no readings at the moment.`,
    problem: ({ name }: { name: string }) =>
      `Tealight has a problem, so new readings of ${name} may not arrive.`,
  },
  range: { none: ({ name }: { name: string }) => `${name} has no range yet.` },
} as const satisfies Catalog;
