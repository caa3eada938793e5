import { mailText } from './text.ts';

/** Longer texts are not names. */
const NAME_MAX = 40;
/**
 * Letters and marks of any script, with spaces, hyphens or apostrophes between them, and periods only at the end of a
 * word: mail programs would turn `Ada.com` into a link.
 */
const namePattern = /^[\p{L}\p{M}]+(?:(?:\. ?|[ '’-])[\p{L}\p{M}]+)*\.?$/u;
const periodInWord = /\p{L}\.\p{L}{2,}/u;
const linkWords = /\b(?:www|https?|mailto)\b/i;

/**
 * The greeting of an email. Anybody can sign up with any name and another person's address, so a text that is not a
 * name could be used for phishing, and is left out.
 */
export function greetingFor(name: string): string {
  const isName =
    name.length <= NAME_MAX && namePattern.test(name) && !periodInWord.test(name) && !linkWords.test(name);
  return isName ? mailText.layout.greeting({ name }) : mailText.layout.greetingWithoutName;
}
