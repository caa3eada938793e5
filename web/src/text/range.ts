import type { Catalog } from './catalog.ts';

/** Texts of the form for setpoints and colors, and of the bar of colors. Values come as formatted text. */
export const rangeText = {
  setup: {
    page: 'Range setup',
    about: 'Your three setpoints decide the colors. Ask your care team which values suit you.',
  },
  unit: 'Unit',
  setpoints: {
    high: { label: 'High', about: 'Upper target limit' },
    inRange: { label: 'In range', about: 'Your target' },
    low: { label: 'Low', about: 'Lower target limit' },
  },
  flash: {
    high: 'Flash when high',
    low: 'Flash when low',
  },
  palette: {
    label: 'Colors',
    names: { classic: 'Classic', safe: 'Colorblind-friendly' },
  },
  /** Only for text that is no number. */
  notNumber: 'Value is incorrect',
  suggestion: {
    about: 'Many people start with these values.',
    accept: ({ high, inRange, low, unit }: { high: string; inRange: string; low: string; unit: string }) =>
      `Use ${high} / ${inRange} / ${low} ${unit}`,
  },
  readingNow: ({ value }: { value: string }) => `Your reading now: ${value}`,
  /** The colors in words, for screen readers. */
  bar: {
    noRange: 'No colors yet: the range is not set',
    colors: {
      classic: ({ low, inRange, high, unit }: { low: string; inRange: string; high: string; unit: string }) =>
        `From red at ${low} through green at ${inRange} to violet at ${high} ${unit}`,
      safe: ({ low, inRange, high, unit }: { low: string; inRange: string; high: string; unit: string }) =>
        `From red at ${low} through blue at ${inRange} to amber at ${high} ${unit}`,
    },
    suggested: ({ colors }: { colors: string }) => `Suggested. ${colors}`,
    withReading: ({ colors, value }: { colors: string; value: string }) =>
      `${colors}. Your reading now: ${value}`,
  },
} as const satisfies Catalog;
