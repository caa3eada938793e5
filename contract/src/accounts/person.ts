import * as z from 'zod/mini';
import { plainCharacters } from '../plain-text.ts';

/** Shortest email address accepted (spec §5). */
export const MIN_EMAIL_LENGTH = 7;
/** Longest email address: RFC 5321 §4.5.3.1.3, a path of 256 octets less its brackets. */
export const MAX_EMAIL_LENGTH = 254;
export const MIN_NAME_LENGTH = 2;
export const MAX_NAME_LENGTH = 255;

const invalidEmail = 'Invalid email';
export const Email = z
  .string(invalidEmail)
  .check(
    z.trim(),
    z.minLength(MIN_EMAIL_LENGTH, invalidEmail),
    z.maxLength(MAX_EMAIL_LENGTH, invalidEmail),
    z.email(invalidEmail),
  );

const nameOf = (label: string) =>
  z
    .string(`${label} is required`)
    .check(
      z.trim(),
      z.minLength(1, { error: `${label} is required`, abort: true }),
      z.minLength(MIN_NAME_LENGTH, `${label} needs at least ${MIN_NAME_LENGTH} characters`),
      z.maxLength(MAX_NAME_LENGTH, `${label} may have at most ${MAX_NAME_LENGTH} characters`),
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
