import { currentUser, signUp } from '@tealight/contract';
import { describe, expect, test } from 'vitest';
import { ada, apiOn } from '../../../test/api.ts';
import { eachEngine } from '../../../test/engines.ts';

type Wrong = [field: keyof typeof ada, value: unknown, message: string];

const wrong: Wrong[] = [
  ['firstname', null, 'First name is required'],
  ['firstname', '  ', 'First name is required'],
  ['firstname', 'A', 'First name needs at least 2 characters'],
  ['lastname', 'x'.repeat(256), 'Last name may have at most 255 characters'],
  ['email', 'a@b.de', 'Invalid email'],
  ['email', 'ada@example', 'Invalid email'],
  ['email', 7, 'Invalid email'],
  ['password', 'Short1!', 'Password is not valid'],
  ['password', 'nouppercase1!', 'Password is not valid'],
  ['password', 'NOLOWERCASE1!', 'Password is not valid'],
  ['password', 'NoDigitHere!', 'Password is not valid'],
  ['password', 'NoSpecial11', 'Password is not valid'],
  ['password', `Aa1!${'x'.repeat(125)}`, 'Password is not valid'],
  ['location', '', 'Country is required'],
  ['location', 'XX', 'This country is not known'],
  ['phoneNumber', 'call me', 'Phone number is not valid'],
];

describe('the rules for sign-up', () => {
  eachEngine((open) => {
    test.each(wrong)(
      '[SUP-2] [PWD-1] %s %j is rejected with the message of the form',
      async (field, value, message) => {
        const store = await open();
        const answer = await (await apiOn(store)).send(signUp, { body: { ...ada, [field]: value } });
        expect(answer.json()).toMatchObject({ status: 400, errors: { [field]: [message] } });
        expect(await store.accounts.byEmail(ada.email)).toBeNull();
      },
    );

    test('[SUP-2] all errors are reported at once', async () => {
      const answer = await (await apiOn(await open())).send(signUp, { body: {} });
      const { errors } = answer.json<{ errors: object }>();
      expect(Object.keys(errors).sort()).toEqual(['email', 'firstname', 'lastname', 'location', 'password']);
    });

    test('[SUP-2] spaces around names, address, phone and country are removed', async () => {
      const api = await apiOn(await open());
      const spaced = {
        firstname: ' Ada ',
        lastname: '\tLovelace',
        email: ' ada@example.org ',
        location: ' GB ',
      };
      expect(
        (await api.send(signUp, { body: { ...ada, ...spaced, phoneNumber: ' +44 20 7946 0000 ' } }))
          .statusCode,
      ).toBe(200);
      const user = (await api.send(currentUser, { token: await api.signedIn() })).json();
      expect(user).toMatchObject({
        firstName: 'Ada',
        lastName: 'Lovelace',
        email: 'ada@example.org',
        location: 'GB',
        phoneNumber: '+44 20 7946 0000',
      });
    });

    test('[SUP-2] names in every script are stored as written', async () => {
      const api = await apiOn(await open());
      const token = await api.signedIn({ firstname: '愛子', lastname: 'Ó Súilleabháin 👩‍🔬' });
      const user = (await api.send(currentUser, { token })).json();
      expect(user).toMatchObject({ firstName: '愛子', lastName: 'Ó Súilleabháin 👩‍🔬' });
    });
  });
});
