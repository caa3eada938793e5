import { disownSignUp, resendConfirm, sendResetEmail, signIn, signUp } from '@tealight/contract';
import { describe, expect, test } from 'vitest';
import { ada, apiOn, linkIn, type TestApi } from '../../../test/api.ts';
import { eachEngine } from '../../../test/engines.ts';
import { DAY, MINUTE } from '../../shared/time-units.ts';

const { email, password } = ada;

async function signedUp(api: TestApi) {
  await api.send(signUp, { body: ada });
  const email = (await api.queuedMails()).at(-1);
  const token = email?.text.match(/https:\/\/tealight\.example\.org\/not-me#(\S+)/)?.[1] ?? '';
  return { link: linkIn(email), token };
}
const followed = async (api: TestApi, url: string) =>
  String((await api.inject({ url })).headers.location).split('comfirmtype=')[1];

describe('the confirmation email', () => {
  eachEngine((open) => {
    test('[SUP-9] its link says “activated” for 30 days, as long as the account exists', async () => {
      const store = await open();
      const api = await apiOn(store);
      const { link } = await signedUp(api);
      expect(await followed(api, link)).toBe('success');
      api.clock.at += 30 * DAY - 1;
      await store.links.cleanup(api.clock.at);
      expect(await followed(api, link)).toBe('success');
      await store.accounts.remove(1);
      expect(await followed(api, link)).toBe('expired');
    });

    test('[SUP-9] the link in an older email says that the account is active, too', async () => {
      const api = await apiOn(await open());
      const { link } = await signedUp(api);
      api.clock.at += MINUTE;
      await api.send(resendConfirm, { query: { email } });
      expect(await followed(api, linkIn((await api.queuedMails()).at(-1)))).toBe('success');
      expect(await followed(api, link)).toBe('success');
    });

    test('[SUP-9] “not me” removes only an unconfirmed account with its emails, at once', async () => {
      const store = await open();
      const api = await apiOn(store);
      const { token, link } = await signedUp(api);
      expect((await api.send(disownSignUp, { body: { token: 'made-up' } })).statusCode).toBe(410);
      expect((await api.send(disownSignUp, { body: { token } })).json()).toEqual({ isSuccess: true });
      expect([await store.accounts.byEmail(email), await api.queuedMails()]).toEqual([null, []]);
      expect(await followed(api, link)).toBe('expired');
      expect((await api.send(disownSignUp, { body: { token } })).statusCode).toBe(410);
    });

    test('[SUP-9] “not me” does not change an active account, and says what to do instead', async () => {
      const api = await apiOn(await open());
      const { token, link } = await signedUp(api);
      await followed(api, link);
      const refused = await api.send(disownSignUp, { body: { token } });
      expect(refused.json()).toMatchObject({
        status: 409,
        title: expect.stringContaining('reset its password'),
      });
      expect((await api.send(signIn, { body: { email, password } })).statusCode).toBe(200);
    });

    test('[SUP-5] an unconfirmed address gets at most five emails a day of all kinds', async () => {
      const api = await apiOn(await open());
      await api.send(signUp, { body: ada });
      for (let time = 0; time < 4; time += 1) {
        api.clock.at += MINUTE;
        await api.send(resendConfirm, { query: { email } });
        await api.send(sendResetEmail, { body: { email } });
        await api.send(signUp, { body: ada });
      }
      expect(await api.queuedMails()).toHaveLength(5);
      api.clock.at += DAY;
      expect((await api.send(resendConfirm, { query: { email } })).json()).toEqual({ isSuccess: true });
      expect(await api.queuedMails()).toHaveLength(6);
    });

    test('[SUP-5] an address without an account uses nothing of that up, so that its owner can sign up afterwards', async () => {
      const api = await apiOn(await open());
      for (let time = 0; time < 6; time += 1) {
        api.clock.at += MINUTE;
        await api.send(resendConfirm, { query: { email } });
        await api.send(sendResetEmail, { body: { email } });
      }
      await api.send(signUp, { body: ada });
      expect(await api.queuedMails()).toHaveLength(1);
    });
  });
});
