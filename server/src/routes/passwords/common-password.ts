import { readFile } from 'node:fs/promises';
import { isPassword, passwordError } from '@tealight/contract';
import { coreOf, MIN_WORD_LENGTH } from './password-core.ts';

const commonPasswordError = 'This password is too common. Choose one that is harder to guess.';

/** With more characters than this around a word, the password is not only the word. Own choice: a year and two characters. */
const MAX_CHARACTERS_AROUND = 6;
const rows = [
  'qwertyuiop',
  'asdfghjkl',
  'zxcvbnm',
  'abcdefghijklmnopqrstuvwxyz',
  'qazwsxedcrfvtgbyhnujmikolp',
];

/** The digits on the keys of the special characters of a US keyboard. */
const unshift: Readonly<Record<string, string>> = Object.fromEntries(
  [...')!@#$%^&*('].map((sign, digit) => [sign, String(digit)]),
);

let list: Promise<ReadonlySet<string>> | null = null;

/** Some ten thousand words of common passwords; `scripts/common-passwords.mjs` says where they are from. Read when first needed. */
function commonWords(): Promise<ReadonlySet<string>> {
  list ??= readFile(new URL('./common-passwords.txt', import.meta.url), 'utf8').then(
    (text) => new Set(text.trim().split('\n')),
  );
  list.catch(() => {
    list = null;
  });
  return list;
}

/** The owner of the password: their name and address are guessed first. */
export type PasswordOwner = { email: string; firstName: string; lastName: string };

/**
 * The errors of a password that meets the rules (PWD-1) and is among the first guesses: a common
 * word, a keyboard sequence, a repetition, or the owner's own name or address, with a few digits and special
 * characters around it and characters substituted. NIST SP 800-63B §5.1.1.2 requires such a comparison.
 * Empty for any other, and for one that breaks the rules, which the schema reports.
 */
export async function commonPasswordErrors(password: unknown, owner: PasswordOwner): Promise<string[]> {
  if (typeof password !== 'string' || !isPassword(password)) return [];
  return (await isCommon(password, owner)) ? [passwordError, commonPasswordError] : [];
}

async function isCommon(password: string, owner: PasswordOwner): Promise<boolean> {
  const lower = password.toLowerCase();
  const unshifted = [...lower].map((sign) => unshift[sign] ?? sign).join('');
  const whole = lower.replace(/^[^a-z0-9]+|[^a-z0-9]+$/g, '');
  const core = coreOf(password);
  const common = await commonWords();
  if (common.has(whole) || common.has(unshifted) || isRepetition(whole)) return true;
  if (core.length < MIN_WORD_LENGTH) return around(lower, core) < MIN_WORD_LENGTH;
  if (around(lower, core) > MAX_CHARACTERS_AROUND) return false;
  return common.has(core) || isWalk(core) || isRepetition(core) || wordsOf(owner).has(core);
}

/** The length without the word; a run of equal or consecutive digits counts as one. */
function around(lower: string, core: string): number {
  const runs = lower.match(/\d{3,}/g) ?? [];
  const spared = runs.filter(isRun).reduce((sum, run) => sum + run.length - 1, 0);
  return lower.length - core.length - spared;
}

function isRun(digits: string): boolean {
  const steps = [...digits].slice(1).map((digit, index) => Number(digit) - Number(digits[index]));
  return [1, -1, 0, -9].some((step) => steps.every((one) => one === step || one === -9));
}

/** Neighbors on the keyboard or in the alphabet, in either direction. */
function isWalk(word: string): boolean {
  const back = [...word].reverse().join('');
  return rows.some((row) => row.includes(word) || row.includes(back));
}

/** One to four characters, repeated. */
const isRepetition = (word: string): boolean =>
  /^(.{1,4})\1+$/.test(word) && word.length >= 2 * MIN_WORD_LENGTH;

function wordsOf({ email, firstName, lastName }: PasswordOwner): ReadonlySet<string> {
  const local = email.split('@', 1)[0] ?? '';
  const names = [firstName, lastName].map((name) => name.toLowerCase().replaceAll(/[^a-z]/g, ''));
  const [first = '', last = ''] = names;
  const words = ['tealight', local, ...local.split(/[._+-]/), first, last, first + last, last + first];
  return new Set(words.map((word) => coreOf(word)).filter((word) => word.length >= MIN_WORD_LENGTH));
}
