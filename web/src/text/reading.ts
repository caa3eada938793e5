import type { Catalog } from './catalog.ts';

/** How the current reading is said: on the dashboard, to screen readers, and in the browser tab. */
export const readingText = {
  noCurrentData: 'No current data',
  zone: { low: 'Low', 'in-range': 'In range', high: 'High' },
  trendAndZone: ({ trend, zone }: { trend: string; zone: string }) => `${trend}, ${zone}`,
  change: 'Change',
  received: ({ time, age }: { time: string; age: string }) => `Received ${time}, ${age}`,
  announcement: {
    change: ({ delta }: { delta: string }) => `change ${delta}`,
    withZone: ({ zone, facts }: { zone: string; facts: string }) => `${zone}: ${facts}`,
  },
  age: {
    now: 'just now',
    minutes: ({ minutes }: { minutes: number }) => `${minutes} min ago`,
    hours: ({ hours }: { hours: number }) => `${hours} h ago`,
    hoursAndMinutes: ({ hours, minutes }: { hours: number; minutes: number }) =>
      `${hours} h ${minutes} min ago`,
    days: ({ days }: { days: number }) => (days === 1 ? '1 day ago' : `${days} days ago`),
  },
  browserTab: {
    title: 'This browser',
    label: 'Show my reading in the browser tab',
    description:
      'Value, trend and time in the title, and the color in the icon. Leave it off where others see the screen.',
  },
} as const satisfies Catalog;
