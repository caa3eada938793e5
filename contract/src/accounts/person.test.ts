import { sourceErrorCodes } from '@tealight/sources/descriptors';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { codeLetters, normalCode, showCode } from '../devices/devices.ts';
import { errorTextOf } from '../sources/connection-errors.ts';
import {
  isPassword,
  MAX_PASSWORD_LENGTH,
  NewPassword,
  passwordRules,
  specialCharacters,
} from './password.ts';
import { Country, Email, FirstName, Phone } from './person.ts';

const messages = (schema: z.ZodMiniType, value: unknown) =>
  z.safeParse(schema, value).error?.issues.map(({ message }) => message) ?? [];

describe('passwords', () => {
  test.each([
    ['Aa1!aaa', 0],
    ['Aaaaaaa!', 1],
    ['AAAAAA1!', 2],
    ['aaaaaa1!', 3],
    ['Aaaaaaa1', 4],
  ])('[PWD-1] %s breaks one rule alone', (password, broken) => {
    expect(passwordRules.map(({ holds }) => holds(password))).toEqual(
      [0, 1, 2, 3, 4].map((rule) => rule !== broken),
    );
    expect(messages(NewPassword, password)).toEqual(['Password is not valid']);
  });

  test.each([...specialCharacters])('[PWD-1] %s is a special character', (character) => {
    expect(isPassword(`Aaaaaaa1${character}`)).toBe(true);
  });

  test.each(['_', '-', '§', ' ', '/', ';', '~'])(
    '[PWD-1] %j is none of the special characters',
    (character) => {
      expect(isPassword(`Aaaaaaa1${character}`)).toBe(false);
    },
  );

  test('[PWD-3] a password has up to 128 characters', () => {
    expect(isPassword(`Aa1!${'x'.repeat(MAX_PASSWORD_LENGTH - 4)}`)).toBe(true);
    expect(isPassword(`Aa1!${'x'.repeat(MAX_PASSWORD_LENGTH - 3)}`)).toBe(false);
  });
});

describe('a person', () => {
  test('[SUP-2] what surrounds a name, address, country or number is cut off', () => {
    expect(z.parse(FirstName, '  Ada\t')).toBe('Ada');
    expect(z.parse(Email, ' ada@example.org\n')).toBe('ada@example.org');
    expect(z.parse(Country, ' GB ')).toBe('GB');
    expect(z.parse(Phone, ' +44 20 7946 0000 ')).toBe('+44 20 7946 0000');
  });

  test.each([
    'plain',
    'a@b.co',
    'a b@example.org',
    'ada@example',
    '@example.org',
    'ada@@example.org',
    `${'a'.repeat(250)}@x.org`,
  ])('[SUP-2] %.30j is no address', (email) => {
    expect(new Set(messages(Email, email))).toEqual(new Set(['Invalid email']));
  });

  test.each(['ada@example.org', "o'neil+glow@mail.example.co.uk", 'a_b-c.d@x-y.org'])(
    '[SUP-2] %s is an address',
    (email) => {
      expect(messages(Email, email)).toEqual([]);
    },
  );

  test('[SUP-2] a name turns no text around and holds no control characters', () => {
    for (const name of ['Ada\u202Eecila', 'A\u0000da', 'A\u2066da'])
      expect(messages(FirstName, name)).toHaveLength(1);
    expect(messages(FirstName, 'A')).toEqual(['First name needs at least 2 characters']);
    expect(messages(FirstName, '')).toEqual(['First name is required']);
  });
});

describe('a connection code', () => {
  test('is the same with dashes, spaces, capitals, and characters that look like digits', () => {
    const templates = fc.string({ unit: fc.constantFrom(...codeLetters), minLength: 10, maxLength: 10 });
    fc.assert(
      fc.property(templates, (code) => {
        const typed = showCode(code).toUpperCase().replaceAll('1', 'I').replaceAll('0', 'O');
        expect(normalCode(` ${typed} `)).toBe(code);
      }),
    );
  });

  test('is nothing else', () => {
    for (const typed of ['', 'abc', 'abcde-fghju', 'abcde-fghjk1', 'abcde_fghjk'])
      expect(normalCode(typed)).toBeNull();
  });
});

test('[CON-6] each error code has its own sentence that names the source', () => {
  for (const type of ['dexcom', 'freeStyleLibre', 'nightScout', 'medtronic'] as const) {
    const sentences = sourceErrorCodes.map((errorCode) => errorTextOf(errorCode, type));
    expect(new Set(sentences).size).toBe(sourceErrorCodes.length);
    for (const sentence of sentences) expect(sentence).toMatch(/^[A-Z].{20,}[^.]$/);
  }
});
