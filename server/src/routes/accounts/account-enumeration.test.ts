import { resendConfirm, sendResetEmail, signIn, signUp } from '@tealight/contract';
import { describe, expect, test } from 'vitest';
import { ada, apiOn, type TestApi } from '../../../test/api.ts';
import { eachEngine } from '../../../test/engines.ts';

const body = (email: string) => ({ ...ada, email });

/** What an anonymous client can do with an address that may cause an email. */
const acts: Record<string, (api: TestApi, email: string) => Promise<unknown>> = {
  'a sign-up': (api, email) => api.send(signUp, { body: body(email) }),
  'another confirmation email': (api, email) => api.send(resendConfirm, { query: { email } }),
  'a reset email': (api, email) => api.send(sendResetEmail, { body: { email } }),
  async 'wrong passwords up to the limit'(api, email) {
    for (let guess = 0; guess < 7; guess += 1) {
      await api.send(signIn, { body: { email, password: 'Wrong-guess7!' }, from: `192.0.2.${guess}` });
    }
  },
};

describe('[SUP-7] [LOG-4] the size of the outbox', () => {
  eachEngine((open) => {
    test.each(Object.entries(acts))(
      'grows equally for an address with and without an account: %s',
      async (_, act) => {
        const store = await open();
        const api = await apiOn(store);
        const confirmed = `confirmed.${Date.now()}@example.org`;
        const unconfirmed = `unconfirmed.${Date.now()}@example.org`;
        await api.signedIn({ email: confirmed });
        await api.send(signUp, { body: body(unconfirmed) });
        const grownBy = async (email: string) => {
          const before = await store.outbox.waiting();
          await act(api, email);
          return (await store.outbox.waiting()) - before;
        };
        const growth = [
          await grownBy(`nobody.${Date.now()}@example.org`),
          await grownBy(confirmed),
          await grownBy(unconfirmed),
        ];
        expect(growth[0]).toBeGreaterThan(0);
        expect(new Set(growth).size).toBe(1);
      },
    );
  });
});
