import { changePassword, currentUser, signIn, signInByLink, signUp } from '@tealight/contract';
import { describe, expect, test } from 'vitest';
import { ada, apiOn } from '../../../test/api.ts';
import { eachEngine } from '../../../test/engines.ts';
import { HOUR, MINUTE } from '../../shared/time-units.ts';

const { email, password } = ada;

describe('a sign-in link', () => {
  eachEngine((open) => {
    /** An account whose password is guessed until its limit is reached. */
    async function guessedAt(who: Partial<typeof ada> & { confirmed?: boolean } = {}) {
      const store = await open();
      const api = await apiOn(store);
      if (who.confirmed !== false) await api.signedIn();
      else await api.send(signUp, { body: ada });
      const before = (await api.queuedMails()).length;
      const strange = async (count: number, address = email) => {
        const answers = [];
        for (let time = 0; time < count; time += 1) {
          const body = { email: address, password: 'Wrong1234!' };
          answers.push(await api.send(signIn, { body, from: `198.51.100.${time}` }));
        }
        return answers;
      };
      const mailed = async () => (await api.queuedMails()).slice(before);
      return { api, store, strange, mailed };
    }
    const tokenIn = (email: { text: string } | undefined) =>
      email?.text.match(/https:\/\/tealight\.example\.org\/sign-in-link#(\S+)/)?.[1] ?? '';

    test('[LOG-4] is emailed to the owner when the limit is reached, once an hour, and signs in once', async () => {
      const { api, strange, mailed } = await guessedAt();
      await strange(20);
      expect((await mailed()).map(({ subject }) => subject)).toEqual(['Your sign-in link']);
      const token = tokenIn((await mailed())[0]);
      const from = '203.0.113.77';
      const answers = await Promise.all(
        [1, 2, 3].map(() => api.send(signInByLink, { body: { token }, from })),
      );
      expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 410, 410]);
      const { accessToken, firstTimeLoggedIn } = answers.find((one) => one.statusCode === 200)?.json() ?? {};
      expect(firstTimeLoggedIn).toBe(false);
      expect((await api.send(currentUser, { token: accessToken })).statusCode).toBe(200);
      // From now on this network is known, and the password works there again.
      expect((await api.send(signIn, { body: { email, password }, from })).statusCode).toBe(200);
      api.clock.at += HOUR;
      await strange(20);
      expect(await mailed()).toHaveLength(2);
    });

    test('[LOG-4] works for 15 minutes, and not after the password was changed', async () => {
      const { api, strange, mailed } = await guessedAt();
      await strange(20);
      const body = { token: tokenIn((await mailed())[0]) };
      api.clock.at += 15 * MINUTE;
      expect((await api.send(signInByLink, { body })).statusCode).toBe(410);
      api.clock.at -= 1;
      const token = (await api.send(signIn, { body: { email, password }, from: '192.0.2.1' })).json();
      const same = { newPassword: 'Difference2?', confirmNewPassword: 'Difference2?' };
      const change = { body: { currentPassword: password, ...same }, token: token.accessToken };
      expect((await api.send(changePassword, change)).statusCode).toBe(200);
      expect((await api.send(signInByLink, { body })).statusCode).toBe(410);
      expect((await api.send(signInByLink, { body: { token: 'made-up' } })).statusCode).toBe(410);
    });

    test('[LOG-4] no answer reveals who has an account, and unknown or unconfirmed addresses get no email', async () => {
      const { strange, mailed } = await guessedAt();
      const [known, unknown] = [await strange(12), await strange(12, 'nobody@example.org')];
      const seen = (answers: typeof known) =>
        answers.map(({ statusCode, body, headers }) => [statusCode, body, headers['retry-after']]);
      expect(seen(unknown)).toEqual(seen(known));
      expect(await mailed()).toHaveLength(1);
      const unconfirmed = await guessedAt({ confirmed: false });
      await unconfirmed.strange(12);
      expect(await unconfirmed.mailed()).toEqual([]);
    });
  });
});
