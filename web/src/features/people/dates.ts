import { pageLocale } from '../../data/page-locale.ts';

/** A day, such as `Nov 21, 2026`, in the browser's time zone. */
export const dayText = (moment: string): string =>
  new Date(moment).toLocaleDateString(pageLocale(), { dateStyle: 'medium' });

/** A day with its time, such as `Nov 21, 2026, 10:05 AM`. */
export const dayTimeText = (moment: string): string =>
  new Date(moment).toLocaleString(pageLocale(), { dateStyle: 'medium', timeStyle: 'short' });
