import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { SignUp } from '../accounts/account.ts';
import { ProfileUpdate } from '../accounts/profile.ts';
import { changeDevice } from '../devices/devices.ts';
import { connectCalls } from './connect-calls.ts';
import { DexcomCode } from './dexcom.ts';
import { MedtronicLogin } from './medtronic.ts';

const bodies: [string, z.ZodMiniType, string[]][] = [
  ['a Dexcom login', connectCalls.dexcom.body, ['username', 'password']],
  ['a Dexcom code', DexcomCode, ['code']],
  ['a LibreLinkUp login', connectCalls.freeStyleLibre.body, ['username', 'password']],
  ['a Nightscout login', connectCalls.nightScout.body, ['endpoint', 'apiSecret']],
  ['a CareLink login', MedtronicLogin, ['captchaUrl', 'code']],
  ['a new account', SignUp, ['firstname', 'lastname', 'email', 'password', 'location']],
  ['a changed profile', ProfileUpdate, ['firstName', 'lastName', 'location']],
  ['a named device', changeDevice.body, ['name']],
];
const fields = bodies.flatMap(([what, body, names]) => names.map((name) => [name, what, body] as const));

/** The sentences about one field, each once. */
const sentences = (body: z.ZodMiniType, name: string, value: string) => {
  const issues = z.safeParse(body, { [name]: value }).error?.issues ?? [];
  return new Set(issues.filter(({ path }) => path[0] === name).map(({ message }) => message));
};

test.each(fields)(
  '[SUP-2] blanks as the %s of %s are refused with the words for nothing',
  (name, _, body) => {
    const empty = sentences(body, name, '');
    expect(empty.size).toBeGreaterThan(0);
    expect(sentences(body, name, ' \t\u00a0')).toEqual(empty);
  },
);

test('[CON-2] a secret is taken as it was typed', () => {
  const login = { username: ' ada ', password: ' two blanks ' };
  expect(z.parse(connectCalls.dexcom.body, login)).toEqual({ username: 'ada', password: ' two blanks ' });
});
