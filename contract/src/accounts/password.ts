import * as z from 'zod/mini';

export const PASSWORD_MIN = 8;
/** Longest password taken; long enough for any manager, short enough to hash. */
export const PASSWORD_MAX = 128;
export const specialCharacters = '!@#$%^&*(),.?":{}|<>';

/** The rules of the checklist, in its order, each with its own test. */
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

/** Whether a password keeps every rule and the upper limit. */
export function isPassword(password: string): boolean {
  return password.length <= PASSWORD_MAX && passwordRules.every(({ holds }) => holds(password));
}

/** A password that is being chosen. */
export const NewPassword = z.string(passwordError).check(z.refine(isPassword, passwordError));
/** A password that is being checked: only its length is limited, so that old rules never lock anybody out. */
export const GivenPassword = z
  .string('Password is required')
  .check(z.minLength(1, 'Password is required'), z.maxLength(PASSWORD_MAX, passwordError));
