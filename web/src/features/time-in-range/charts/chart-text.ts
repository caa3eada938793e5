import type { ChartSpan } from '@tealight/contract';
import { momentOf } from '../text.ts';

export const hoursText = (span: ChartSpan): string => `${Number.parseInt(span, 10)} hours`;

/** What the chart is called: `Glucose of the last 24 hours`, `Glucose of 6 hours until Tue, Nov 17, 10:05 AM`. */
export const chartLabel = (span: ChartSpan, end: number | null): string =>
  end === null
    ? `Glucose of the last ${hoursText(span)}`
    : `Glucose of ${hoursText(span)} until ${momentOf(end, Date.now())}`;

/** How many days before the chart another day is drawn behind it. */
export const compareChoices = [
  { value: '0', label: 'Compare' },
  { value: '1', label: 'Day before' },
  { value: '7', label: 'Week before' },
] as const;
export type CompareDays = (typeof compareChoices)[number]['value'];

/** The sentence below a chart with another day behind it. */
export const compareText: Readonly<Record<CompareDays, string>> = {
  '0': '',
  '1': 'The gray line is the same time a day before.',
  '7': 'The gray line is the same time a week before.',
};
