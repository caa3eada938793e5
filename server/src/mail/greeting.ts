/** Longer ones are sentences. */
const NAME_MAX = 40;
/**
 * Letters and marks of any script, one after the other, with spaces, hyphens or apostrophes between them, and periods
 * only where a word ends: `Ada.com` would be made a link by the reader's mail program.
 */
const nameForm = /^[\p{L}\p{M}]+(?:(?:\. ?|[ '’-])[\p{L}\p{M}]+)*\.?$/u;
const insideWord = /\p{L}\.\p{L}{2,}/u;
const linkWords = /\b(?:www|https?|mailto)\b/i;

/**
 * How a mail greets. Anybody may sign up with any name and a foreign address: what is no name could be a lure, and is
 * left out.
 */
export function greetingFor(name: string): string {
  const isName =
    name.length <= NAME_MAX && nameForm.test(name) && !insideWord.test(name) && !linkWords.test(name);
  return isName ? `Hello ${name},` : 'Hello,';
}
