import { changePassword, currentUser, resetPassword, sendResetEmail, signIn } from '@tealight/contract';
import { describe, expect, test } from 'vitest';
import { ada, apiOn, linkIn, type TestApi } from '../../../test/api.ts';
import { eachEngine } from '../../../test/engines.ts';
import { HOUR, MINUTE } from '../../shared/time-units.ts';

const { email, password } = ada;
const newPassword = 'Difference2?';
const change = { currentPassword: password, newPassword, confirmNewPassword: newPassword };

/** Requests a reset email and opens its link, up to the query that the web app gets. */
async function followedLink(api: TestApi): Promise<URLSearchParams> {
  await api.send(sendResetEmail, { body: { email } });
  const { headers } = await api.inject({ url: linkIn((await api.queuedMails()).at(-1)) });
  return new URL(String(headers.location), 'https://tealight.example.org').searchParams;
}

const resetBody = (query: URLSearchParams) => ({
  email: query.get('email'),
  token: query.get('token'),
  newPassword,
  confirmNewPassword: newPassword,
});

describe('changing the password', () => {
  eachEngine((open) => {
    test('[ACC-3] other sessions end, this one stays, and the owner gets an email', async () => {
      const api = await apiOn(await open());
      const other = await api.signedIn();
      const { accessToken: token } = (await api.send(signIn, { body: { email, password } })).json();
      expect((await api.send(changePassword, { body: change, token })).json()).toEqual({ isSuccess: true });
      expect((await api.send(currentUser, { token })).statusCode).toBe(200);
      expect((await api.send(currentUser, { token: other })).statusCode).toBe(401);
      expect((await api.queuedMails()).at(-1)).toMatchObject({
        subject: 'Your password was changed',
        recipient: email,
      });
      expect((await api.send(signIn, { body: { email, password } })).statusCode).toBe(401);
      expect((await api.send(signIn, { body: { email, password: newPassword } })).statusCode).toBe(200);
    });

    test('[ACC-3] changes in a loop are emailed ten times at once, then once in half an hour; other accounts are not concerned', async () => {
      const api = await apiOn(await open());
      const token = await api.signedIn();
      const mailsTo = async (recipient: string) => {
        const queued = await api.queuedMails();
        return queued.filter(
          (mail) => mail.subject === 'Your password was changed' && mail.recipient === recipient,
        ).length;
      };
      const passwords = [password, newPassword];
      const changeTo = async (signedIn: string, next: string, current: string) => {
        const body = { currentPassword: current, newPassword: next, confirmNewPassword: next };
        expect((await api.send(changePassword, { body, token: signedIn })).statusCode).toBe(200);
      };
      for (let time = 0; time < 14; time += 1) {
        await changeTo(token, passwords[(time + 1) % 2] ?? '', passwords[time % 2] ?? '');
      }
      expect(await mailsTo(email)).toBe(10);
      const bens = await api.signedIn({ email: 'ben@example.org' });
      await changeTo(bens, newPassword, password);
      expect(await mailsTo('ben@example.org')).toBe(1);
      api.clock.at += HOUR / 2;
      await changeTo(token, newPassword, password);
      await changeTo(token, password, newPassword);
      expect(await mailsTo(email)).toBe(11);
    });

    test('[ACC-3] a wrong current password changes nothing, and guessing it is slowed down', async () => {
      const api = await apiOn(await open());
      const token = await api.signedIn();
      const wrong = { ...change, currentPassword: 'Wrong1234!' };
      const answer = await api.send(changePassword, { body: wrong, token });
      expect(answer.json()).toMatchObject({ status: 403, title: 'Incorrect current password' });
      expect((await api.send(currentUser, { token })).statusCode).toBe(200);
      const more = [];
      for (let time = 0; time < 8; time += 1)
        more.push((await api.send(changePassword, { body: wrong, token })).statusCode);
      expect(more).toContain(429);
    });

    test('[PWD-1] [RST-3] the new password must meet the rules and be entered twice', async () => {
      const api = await apiOn(await open());
      const token = await api.signedIn();
      const body = { ...change, newPassword: 'weak', confirmNewPassword: 'week' };
      expect((await api.send(changePassword, { body, token })).json()).toMatchObject({
        errors: { newPassword: ['Password is not valid'] },
      });
      const apart = { ...change, confirmNewPassword: `${newPassword}x` };
      expect((await api.send(changePassword, { body: apart, token })).json()).toMatchObject({
        errors: { confirmNewPassword: ['Password mismatch'] },
      });
    });
  });
});

describe('a forgotten password', () => {
  eachEngine((open) => {
    test('[RST-4] the link leads to the form with address and token, and the new password ends every session', async () => {
      const api = await apiOn(await open());
      const token = await api.signedIn();
      const query = await followedLink(api);
      expect(query.get('email')).toBe(email);
      expect((await api.send(resetPassword, { body: resetBody(query) })).json()).toEqual({ isSuccess: true });
      expect((await api.send(currentUser, { token })).statusCode).toBe(401);
      expect((await api.send(signIn, { body: { email, password } })).statusCode).toBe(401);
      expect((await api.send(signIn, { body: { email, password: newPassword } })).statusCode).toBe(200);
    });

    test('[RST-4] a link works once, for one hour, for its own address only', async () => {
      const api = await apiOn(await open());
      await api.signedIn();
      const query = await followedLink(api);
      const foreign = { ...resetBody(query), email: 'eve@example.org' };
      expect((await api.send(resetPassword, { body: foreign })).statusCode).toBe(410);
      api.clock.at += HOUR;
      expect((await api.send(resetPassword, { body: resetBody(query) })).statusCode).toBe(410);
      api.clock.at -= 1;
      expect((await api.send(resetPassword, { body: resetBody(query) })).statusCode).toBe(200);
      expect((await api.send(resetPassword, { body: resetBody(query) })).statusCode).toBe(410);
    });

    test('[RST-4] an expired or unknown link leads to the form, which says so', async () => {
      const api = await apiOn(await open());
      await api.signedIn();
      await api.send(sendResetEmail, { body: { email } });
      const link = linkIn((await api.queuedMails()).at(-1));
      api.clock.at += HOUR;
      for (const url of [
        link,
        '/api/v1/Authorization/password/reset-link?token=x',
        '/api/v1/Authorization/password/reset-link',
      ]) {
        expect((await api.inject({ url })).headers.location).toBe('/reset-password?link_expired=true');
      }
    });

    test('[RST-4] two concurrent resets with one token set one password', async () => {
      const api = await apiOn(await open());
      await api.signedIn();
      const body = resetBody(await followedLink(api));
      const answers = await Promise.all([1, 2, 3].map(() => api.send(resetPassword, { body })));
      expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 410, 410]);
    });

    test('[RST-1] the answer is the same whether or not the address has an account', async () => {
      const api = await apiOn(await open());
      await api.signedIn();
      const before = (await api.queuedMails()).length;
      const known = await api.send(sendResetEmail, { body: { email } });
      const unknown = await api.send(sendResetEmail, { body: { email: 'nobody@example.org' } });
      expect([unknown.statusCode, unknown.body]).toEqual([known.statusCode, known.body]);
      const again = await Promise.all(
        [email, 'nobody@example.org'].map((address) =>
          api.send(sendResetEmail, { body: { email: address } }),
        ),
      );
      expect(again.map(({ statusCode }) => statusCode)).toEqual([429, 429]);
      expect((await api.queuedMails()).length).toBe(before + 1);
      api.clock.at += MINUTE;
      expect((await api.send(sendResetEmail, { body: { email } })).statusCode).toBe(200);
    });

    test('choosing a password by email confirms the address, because only its owner can read the email', async () => {
      const store = await open();
      const api = await apiOn(store);
      await api.signedIn();
      await store.accounts.remove(1);
      await api.inject({ method: 'POST', url: '/api/v1/Authorization/sign-up', payload: ada });
      const query = await followedLink(api);
      expect((await api.send(resetPassword, { body: resetBody(query) })).statusCode).toBe(200);
      expect((await api.send(signIn, { body: { email, password: newPassword } })).statusCode).toBe(200);
    });
  });
});
