/** Shorter words are part of too many strong passwords. */
export const MIN_WORD_LENGTH = 4;

/** Common substitutions in passwords that must have digits and special characters. */
const templates: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '8': 'b',
  '9': 'g',
  '@': 'a',
  $: 's',
  '!': 'i',
  '|': 'l',
  '(': 'c',
  '+': 't',
};

/** The word inside a password: in lower case, without digits and special characters around it, and without substitutions. */
export function coreOf(password: string): string {
  const inner = password.toLowerCase().replace(/^[^a-z]+|[^a-z]+$/g, '');
  return [...inner].map((sign) => templates[sign] ?? sign).join('');
}
