import type { Catalog } from '../catalog.ts';

/** The page of a share link, which needs no account. */
export const sharePageText = {
  /** Until the name is known. */
  page: 'Shared reading',
  loading: 'Loading the reading',
  ended: {
    title: 'This link has expired or is no longer valid',
    about: 'The person who shared it can send you a new one.',
  },
  offline: "Can't reach the Tealight server. We keep trying.",
  until: ({ date }: { date: string }) => `This link works until ${date}.`,
  state: {
    silent: 'The sensor sends no readings at the moment.',
    problem: 'Readings do not arrive at the moment. The person who shared this link can see why.',
    none: 'No source is connected.',
    fine: 'Waiting for the next reading.',
  },
  lastKnown: ({ age, value }: { age: string; value: string }) =>
    `Last known reading, ${age}: <s>${value}</s>`,
  chart: { spans: 'Hours shown' },
  history: {
    title: 'Time in range',
    periods: 'Period',
    days: ({ days }: { days: number }) => `${days} days`,
  },
  zone: ({ zone }: { zone: string }) => `Times of the sensor: ${zone}`,
  lamp: {
    open: 'Fill the screen with the color',
    label: ({ reading }: { reading: string }) => `${reading}. Press to close.`,
  },
} as const satisfies Catalog;
