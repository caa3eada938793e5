/** The region whose dates and digits a language of the pages has. */
const locales: Readonly<Record<string, string>> = { en: 'en-US' };

/** The locale of dates and digits: that of the page, so that a sentence is in one language. */
export function pageLocale(): string {
  const { lang } = document.documentElement;
  return locales[lang] ?? (lang || 'en-US');
}

/**
 * Loads what a browser needs to write dates. It does so with the first format that is made, and takes as long as drawing
 * a panel does: better before the answers arrive that the format is for.
 */
export function loadDateRules(): void {
  new Intl.DateTimeFormat(pageLocale());
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** A moment (epoch ms) as text in the page's language, on this browser's clock unless the options name a time zone. */
export function formatMoment(at: number, options: Intl.DateTimeFormatOptions): string {
  const locale = pageLocale();
  // With the offset: a format keeps the time zone in which it was made, and people travel with their phones.
  const key = JSON.stringify([locale, new Date(at).getTimezoneOffset(), options]);
  const format = formats.get(key) ?? new Intl.DateTimeFormat(locale, options);
  formats.set(key, format);
  return format.format(at);
}

/**
 * The time of a moment (epoch ms) on this browser's clock: `10:05 AM`. English is written without `Intl`: a browser loads
 * its data when it is first used, which takes longer than drawing the first reading does.
 */
export function timeText(at: number): string {
  if (pageLocale() !== 'en-US') return formatMoment(at, { hour: 'numeric', minute: '2-digit' });
  const [hours, minutes] = [new Date(at).getHours(), new Date(at).getMinutes()];
  return `${hours % 12 || 12}:${String(minutes).padStart(2, '0')} ${hours < 12 ? 'AM' : 'PM'}`;
}

/** The day of a moment (ISO 8601): `Nov 21, 2026`. */
export const dayText = (moment: string): string => formatMoment(Date.parse(moment), { dateStyle: 'medium' });

/** The day and the time of a moment (ISO 8601): `Nov 21, 2026, 10:05 AM`. */
export const dayTimeText = (moment: string): string =>
  formatMoment(Date.parse(moment), { dateStyle: 'medium', timeStyle: 'short' });
