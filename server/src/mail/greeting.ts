import { mailText } from './text.ts';

/** Longer texts are not names. */
const MAX_NAME_LENGTH = 40;
/**
 * Letters and marks of any script, with spaces, hyphens or apostrophes between them, and periods only at the end of a
 * word: mail programs would turn `Ada.com` into a link.
 */
const namePattern = /^[\p{L}\p{M}]+(?:(?:\. ?|[ '’-])[\p{L}\p{M}]+)*\.?$/u;
const periodInWord = /\p{L}\.\p{L}{2,}/u;
const linkWords = /\b(?:www|https?|mailto)\b/i;

/**
 * Anybody can sign up with any name and another person's address, or invite any address, so a text that is not a name
 * could be used for phishing.
 */
const isName = (text: string): boolean =>
  text.length <= MAX_NAME_LENGTH &&
  namePattern.test(text) &&
  !periodInWord.test(text) &&
  !linkWords.test(text);

/** The greeting of an email. What is not a name is left out. */
export const greetingFor = (name: string): string =>
  isName(name) ? mailText.layout.greeting({ name }) : mailText.layout.greetingWithoutName;

/** A name within the sentence of an email; what is not a name is replaced. */
export const nameInMail = (name: string): string => (isName(name) ? name : mailText.layout.somebody);

/** The names of people within an email. */
export const namesInMail = <Names extends Record<string, string>>(
  names: Names,
): Record<keyof Names, string> =>
  Object.fromEntries(Object.entries(names).map(([whose, name]) => [whose, nameInMail(name)])) as Record<
    keyof Names,
    string
  >;
