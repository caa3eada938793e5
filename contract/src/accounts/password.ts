import * as z from 'zod/mini';

export const MIN_PASSWORD_LENGTH = 8;
/** The longest password: long enough for any password manager, short enough to hash. */
export const MAX_PASSWORD_LENGTH = 128;
export const specialCharacters = '!@#$%^&*(),.?":{}|<>';

/** The rules of the checklist, in its order, each with its check. */
export const passwordRules = [
  {
    text: `At least ${MIN_PASSWORD_LENGTH} characters`,
    holds: (password: string) => password.length >= MIN_PASSWORD_LENGTH,
  },
  { text: 'At least one digit', holds: (password: string) => /[0-9]/.test(password) },
  { text: 'At least one lowercase letter', holds: (password: string) => /[a-z]/.test(password) },
  { text: 'At least one uppercase letter', holds: (password: string) => /[A-Z]/.test(password) },
  {
    text: `At least one special character from ${[...specialCharacters].join(' ')}`,
    holds: (password: string) => [...specialCharacters].some((character) => password.includes(character)),
  },
] as const;

export const passwordError = 'Password is not valid';
export const mismatchError = 'Password mismatch';

/** Whether a password meets every rule and the maximum length. */
export function isPassword(password: string): boolean {
  return password.length <= MAX_PASSWORD_LENGTH && passwordRules.every(({ holds }) => holds(password));
}

/** A new password. */
export const NewPassword = z.string(passwordError).check(z.refine(isPassword, passwordError));
/** An existing password: only its length is limited, so that changed rules never lock anybody out. */
export const CurrentPassword = z
  .string('Password is required')
  .check(z.minLength(1, 'Password is required'), z.maxLength(MAX_PASSWORD_LENGTH, passwordError));
