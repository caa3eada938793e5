import * as z from 'zod/mini';
import { plainCharacters } from '../plain-text.ts';

/** Shortest email address accepted (spec §5). */
export const EMAIL_MIN = 7;
/** Longest email address: RFC 5321 §4.5.3.1.3, a path of 256 octets less its brackets. */
export const EMAIL_MAX = 254;
export const NAME_MIN = 2;
export const NAME_MAX = 255;

const invalidEmail = 'Invalid email';
export const Email = z
  .string(invalidEmail)
  .check(
    z.trim(),
    z.minLength(EMAIL_MIN, invalidEmail),
    z.maxLength(EMAIL_MAX, invalidEmail),
    z.email(invalidEmail),
  );

const nameOf = (label: string) =>
  z
    .string(`${label} is required`)
    .check(
      z.trim(),
      z.minLength(1, { error: `${label} is required`, abort: true }),
      z.minLength(NAME_MIN, `${label} needs at least ${NAME_MIN} characters`),
      z.maxLength(NAME_MAX, `${label} may have at most ${NAME_MAX} characters`),
      plainCharacters(`${label} has characters that cannot be used`),
    );
export const FirstName = nameOf('First name');
export const LastName = nameOf('Last name');

/** ISO 3166-1 alpha-2, upper case. */
export const Country = z
  .string('Country is required')
  .check(z.trim(), z.regex(/^[A-Z]{2}$/, 'Country is required'));

/** Digits with the country code; the form has no field for it, other clients may send one. */
export const Phone = z
  .string()
  .check(z.trim(), z.regex(/^\+?[0-9 ()./-]{5,32}$/, 'Phone number is not valid'));
