import { resendConfirm, signIn, signUp } from '@tealight/contract';
import { describe, expect, test, vi } from 'vitest';
import { ada, apiOn, cheapPasswords, linkIn } from '../../../test/api.ts';
import { eachEngine } from '../../../test/engines.ts';
import { DAY, MINUTE } from '../../shared/time-units.ts';

const signInAs = ({ email, password }: typeof ada) => ({ body: { email, password } });

describe('signing up', () => {
  eachEngine((open) => {
    test('[SUP-9] the emailed link confirms the address, also when it is opened again, and redirects to the web app', async () => {
      const api = await apiOn(await open());
      expect((await api.send(signUp, { body: ada })).json()).toEqual({ isSuccess: true });
      const [email] = await api.queuedMails();
      expect(email).toMatchObject({ recipient: ada.email, subject: 'Confirm your email address' });
      expect((await api.send(signIn, signInAs(ada))).json()).toMatchObject({ status: 403 });

      const first = await api.inject({ url: linkIn(email) });
      expect([first.statusCode, first.headers.location]).toEqual([
        303,
        '/signup/confirm-email?comfirmtype=success',
      ]);
      // Email programs open links before people do.
      const again = await api.inject({ url: linkIn(email) });
      expect(again.headers.location).toBe('/signup/confirm-email?comfirmtype=success');
      expect((await api.send(signIn, signInAs(ada))).statusCode).toBe(200);
    });

    test('[SUP-9] a link works for 24 hours, and a HEAD request does not use it up', async () => {
      const api = await apiOn(await open());
      await api.send(signUp, { body: ada });
      const link = linkIn((await api.queuedMails())[0]);
      await api.inject({ method: 'HEAD', url: link });
      api.clock.at += DAY;
      expect((await api.inject({ url: link })).headers.location).toMatch(/comfirmtype=expired$/);
      api.clock.at -= 1;
      expect((await api.inject({ url: link })).headers.location).toMatch(/comfirmtype=success$/);
    });

    test.each(['', '?token=', '?token=wrong', '?token=a&token=b', '?token[]=a'])(
      '[SUP-9] a link with %j instead of its token is reported as expired',
      async (query) => {
        const api = await apiOn(await open());
        const { headers } = await api.inject({ url: `/api/v1/Authorization/email/confirm${query}` });
        expect(headers.location).toMatch(/comfirmtype=expired$/);
      },
    );

    test('[SUP-7] an address with an account gets the same answer after the same work', async () => {
      const hash = vi.spyOn(cheapPasswords, 'hash');
      const api = await apiOn(await open(), { passwords: cheapPasswords });
      const fresh = await api.send(signUp, { body: ada });
      const taken = await api.send(signUp, {
        body: { ...ada, email: 'ADA@example.org', password: 'Other1234!' },
      });
      const shape = ({ statusCode, body, headers }: typeof fresh) => {
        const { 'x-request-id': _, date: __, ...rest } = headers;
        return { statusCode, body, rest };
      };
      expect(shape(taken)).toEqual(shape(fresh));
      expect(hash).toHaveBeenCalledTimes(2);
      hash.mockRestore();
    });

    test('[SUP-7] the owner of the address gets an email, and the account is not changed', async () => {
      const api = await apiOn(await open());
      await api.signedIn();
      await api.send(signUp, { body: { ...ada, password: 'Somebody3lse!' } });
      expect((await api.queuedMails()).at(-1)).toMatchObject({
        recipient: ada.email,
        subject: 'You already have an account',
      });
      expect(
        (await api.send(signIn, { body: { email: ada.email, password: 'Somebody3lse!' } })).statusCode,
      ).toBe(401);
      expect((await api.send(signIn, signInAs(ada))).statusCode).toBe(200);
    });

    test('[SUP-7] repeated sign-ups with someone else’s address email its owner at most once a minute', async () => {
      const api = await apiOn(await open());
      await api.signedIn();
      const before = (await api.queuedMails()).length;
      for (let time = 0; time < 3; time += 1) await api.send(signUp, { body: ada });
      expect((await api.queuedMails()).length).toBe(before + 1);
      api.clock.at += MINUTE;
      await api.send(signUp, { body: ada });
      expect((await api.queuedMails()).length).toBe(before + 2);
    });

    test('[SUP-7] two concurrent sign-ups with one address create one account', async () => {
      const store = await open();
      const api = await apiOn(store);
      const answers = await Promise.all([api.send(signUp, { body: ada }), api.send(signUp, { body: ada })]);
      expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
      const subjects = (await api.queuedMails()).map(({ subject }) => subject).sort();
      expect(subjects).toEqual(['Confirm your email address', 'You already have an account']);
    });

    test('[SUP-5] the confirmation email is sent again at most once a minute per address, with or without an account', async () => {
      const api = await apiOn(await open());
      await api.send(signUp, { body: ada });
      for (const email of [ada.email, 'nobody@example.org']) {
        const first = await api.send(resendConfirm, { query: { email } });
        expect(first.json()).toEqual({ isSuccess: true });
        const soon = await api.send(resendConfirm, { query: { email: email.toUpperCase() } });
        expect([soon.statusCode, soon.headers['retry-after']]).toEqual([429, '60']);
      }
      expect((await api.queuedMails()).map(({ recipient }) => recipient)).toEqual([ada.email, ada.email]);
      api.clock.at += MINUTE;
      expect((await api.send(resendConfirm, { query: { email: ada.email } })).statusCode).toBe(200);
    });

    test('[SUP-5] nothing is sent again to a confirmed address', async () => {
      const api = await apiOn(await open());
      await api.signedIn();
      const before = (await api.queuedMails()).length;
      expect((await api.send(resendConfirm, { query: { email: ada.email } })).json()).toEqual({
        isSuccess: true,
      });
      expect((await api.queuedMails()).length).toBe(before);
    });
  });
});
