import { stat } from 'node:fs/promises';
import { changePassword, resetPassword, sendResetEmail, signUp } from '@tealight/contract';
import { describe, expect, test } from 'vitest';
import { ada, apiOn, linkIn, openInMemory } from '../../../test/api.ts';
import { commonPasswordErrors } from './common-password.ts';

const owner = { email: 'ada.lovelace@example.org', firstName: 'Ada', lastName: 'Lovelace' };
const sentences = [
  'Password is not valid',
  'This password is too common. Choose one that is harder to guess.',
];

test.each([
  ...['Password1!', 'P@ssw0rd123!', 'Passw0rd!', 'Qwerty123!', 'Welcome2024!', 'Iloveyou1!', '!Dragon2024!'],
  ...['Abcd1234!', 'Abc12345!', '1qaz@WSX', '1q2w3e4R!', 'Qwertyuiop12345678!', 'Asdf1234!', 'AbcAbcAbc1!'],
  ...['Aaaaaaa1!', 'aB12345678!', 'Lovelace1815!', 'AdaLovelace1!', 'Ada.Lovelace1', 'Tealight1!'],
])('[PWD-1] %s meets the rules and is too common', async (password) => {
  expect(await commonPasswordErrors(password, owner)).toEqual(sentences);
});

test.each([
  ...['Glow-in-the-dark7!', 'Correct-Horse7!Battery', 'xK9#mQ2$vL', 'Tr0ub4dor&3', 'Kh7!wPzq', '1!aB2#$%'],
  ...['Teal&Light7winter', 'Dragon83746281!x', 'aB3$aB7$zz', 'Ada&cats4ever!', 'Password!is7not&mine'],
  ...['Dragon!83746281', 'Ünïcode7!straße', 'Zaubertrank9!Fee'],
])('[PWD-1] %s is not', async (password) => {
  expect(await commonPasswordErrors(password, owner)).toEqual([]);
});

test('[PWD-1] a password that breaks the rules gets only the messages of the rules', async () => {
  for (const password of ['password', 'Password1', undefined, 7, 'x'.repeat(200)]) {
    expect(await commonPasswordErrors(password, owner)).toEqual([]);
  }
});

test('the list is small', async () => {
  const { size } = await stat(new URL('./common-passwords.txt', import.meta.url));
  expect(size).toBeLessThan(100_000);
});

describe('a common password', () => {
  test('[PWD-1] is rejected at sign-up, together with all other errors', async () => {
    const api = await apiOn(await openInMemory());
    const body = { ...ada, password: 'Password1!', location: 'ZZ', firstname: 'A' };
    expect((await api.send(signUp, { body })).json()).toMatchObject({
      status: 400,
      errors: {
        password: sentences,
        location: ['This country is not known'],
        firstname: ['First name needs at least 2 characters'],
      },
    });
    expect(await api.queuedMails()).toEqual([]);
  });

  test('[PWD-1] [ACC-3] [RST-3] is rejected when the password is changed or reset', async () => {
    const api = await apiOn(await openInMemory());
    const token = await api.signedIn();
    const weak = { newPassword: 'Lovelace1!', confirmNewPassword: 'Lovelace1!' };
    const body = { currentPassword: ada.password, ...weak };
    const refused = { status: 400, errors: { newPassword: sentences } };
    expect((await api.send(changePassword, { body, token })).json()).toMatchObject(refused);
    await api.send(sendResetEmail, { body: { email: ada.email } });
    const { headers } = await api.inject({ url: linkIn((await api.queuedMails()).at(-1)) });
    const query = new URL(String(headers.location), 'https://tealight.example.org').searchParams;
    const reset = { email: ada.email, token: query.get('token'), ...weak };
    expect((await api.send(resetPassword, { body: reset })).json()).toMatchObject(refused);
    // The link was not used up.
    const good = { newPassword: 'Difference2?', confirmNewPassword: 'Difference2?' };
    expect((await api.send(resetPassword, { body: { ...reset, ...good } })).statusCode).toBe(200);
  });
});
