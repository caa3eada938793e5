/** The region whose dates and digits a language of the pages has. */
const locales: Readonly<Record<string, string>> = { en: 'en-US' };

/** The locale of dates and digits: that of the page, so that a sentence is in one language. */
export function pageLocale(): string {
  const { lang } = document.documentElement;
  return locales[lang] ?? (lang || 'en-US');
}
