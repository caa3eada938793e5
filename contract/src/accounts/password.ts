import * as z from 'zod/mini';

export const PASSWORD_MIN = 8;
/** The longest password: long enough for any password manager, short enough to hash. */
export const PASSWORD_MAX = 128;
export const specialCharacters = '!@#$%^&*(),.?":{}|<>';

/** The rules of the checklist, in its order, each with its check. */
export const passwordRules = [
  {
    text: `At least ${PASSWORD_MIN} characters`,
    holds: (password: string) => password.length >= PASSWORD_MIN,
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
  return password.length <= PASSWORD_MAX && passwordRules.every(({ holds }) => holds(password));
}

/** A new password. */
export const NewPassword = z.string(passwordError).check(z.refine(isPassword, passwordError));
/** An existing password: only its length is limited, so that changed rules never lock anybody out. */
export const GivenPassword = z
  .string('Password is required')
  .check(z.minLength(1, 'Password is required'), z.maxLength(PASSWORD_MAX, passwordError));
