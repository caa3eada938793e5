import { currentUser, resendConfirm, signIn, signOut, signUp } from '@tealight/contract';
import { describe, expect, test, vi } from 'vitest';
import { ada, apiOn, cheapPasswords } from '../../../test/api.ts';
import { eachEngine } from '../../../test/engines.ts';
import { DAY, HOUR, MINUTE } from '../../shared/time-units.ts';
import { argonPasswords } from '../passwords/password-hash.ts';

const { email, password } = ada;
const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0';

describe('signing in', () => {
  eachEngine((open) => {
    test('[LOG-3] the first sign-in of an account is marked as such, and no later one', async () => {
      const api = await apiOn(await open());
      await api.send(signUp, { body: ada });
      await api.dependencies.store.accounts.confirmEmail(1, 1);
      const answers = [];
      for (let time = 0; time < 3; time += 1)
        answers.push((await api.send(signIn, { body: { email, password } })).json());
      expect(answers.map(({ firstTimeLoggedIn }) => firstTimeLoggedIn)).toEqual([true, false, false]);
    });

    test('[LOG-4] a wrong address and a wrong password get the same answer after the same work', async () => {
      const check = vi.spyOn(cheapPasswords, 'check');
      const api = await apiOn(await open(), { passwords: cheapPasswords });
      await api.signedIn();
      check.mockClear();
      const wrongPassword = await api.send(signIn, { body: { email, password: 'Wrong1234!' } });
      const wrongAddress = await api.send(signIn, { body: { email: 'eve@example.org', password } });
      expect(wrongPassword.json()).toMatchObject({ status: 401, title: 'Incorrect email or password' });
      expect(wrongAddress.body).toBe(wrongPassword.body);
      expect(check).toHaveBeenCalledTimes(2);
      check.mockRestore();
    });

    test('[LOG-4] only with the correct password the answer says that the address is not confirmed, and the email can be sent again', async () => {
      const api = await apiOn(await open());
      await api.send(signUp, { body: ada });
      expect((await api.send(signIn, { body: { email, password: 'Wrong1234!' } })).statusCode).toBe(401);
      const answer = await api.send(signIn, { body: { email, password } });
      expect(answer.json()).toMatchObject({ status: 403, type: 'urn:tealight:problem:email-not-confirmed' });
      expect((await api.send(resendConfirm, { query: { email } })).json()).toEqual({ isSuccess: true });
    });

    test('the address is compared without case', async () => {
      const api = await apiOn(await open());
      await api.signedIn();
      expect((await api.send(signIn, { body: { email: 'ADA@Example.ORG', password } })).statusCode).toBe(200);
    });

    test('after signing out the token is rejected', async () => {
      const api = await apiOn(await open());
      const token = await api.signedIn();
      expect((await api.send(currentUser, { token })).statusCode).toBe(200);
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
      const out = await api.inject({ method: 'POST', url: signOut.path, headers, payload: '' });
      expect(out.json()).toEqual({ isSuccess: true });
      expect((await api.send(currentUser, { token })).statusCode).toBe(401);
    });

    test('a session lasts thirty days after its last use', async () => {
      const api = await apiOn(await open());
      const token = await api.signedIn();
      for (let week = 0; week < 8; week += 1) {
        api.clock.at += 7 * DAY;
        expect((await api.send(currentUser, { token })).statusCode).toBe(200);
      }
      api.clock.at += 30 * DAY - 1;
      expect((await api.send(currentUser, { token })).statusCode).toBe(200);
      api.clock.at += 30 * DAY;
      expect((await api.send(currentUser, { token })).statusCode).toBe(401);
    });

    test('the database never contains an access token', async () => {
      const store = await open();
      const token = await (await apiOn(store)).signedIn();
      const kept = JSON.stringify(await store.sessions.list(1, Date.UTC(2026, 10, 20, 12)));
      expect(kept).toContain('"id"');
      expect(kept).not.toContain(token);
      expect(await store.sessions.find(token, Date.UTC(2026, 10, 20, 12))).toBeNull();
    });

    test('a new device is reported to the owner, except the first one', async () => {
      const api = await apiOn(await open());
      await api.signedIn();
      const before = (await api.queuedMails()).length;
      await api.send(signIn, { body: { email, password }, agent: firefox });
      await api.send(signIn, { body: { email, password }, agent: firefox.replaceAll('145', '146') });
      const templates = (await api.queuedMails()).slice(before);
      expect(templates.map(({ subject }) => subject)).toEqual(['New sign-in to your account']);
      expect(templates[0]?.text).toContain('Firefox on Linux');
    });

    test('a password hash of lower cost is replaced at the next sign-in', async () => {
      const store = await open();
      await (await apiOn(store)).signedIn();
      const old = (await store.accounts.byEmail(email))?.passwordHash ?? '';
      const dearer = argonPasswords({ memory: 16, passes: 1, parallelism: 1 });
      const api = await apiOn(store, { passwords: dearer });
      expect((await api.send(signIn, { body: { email, password } })).statusCode).toBe(200);
      const renewed = (await store.accounts.byEmail(email))?.passwordHash ?? '';
      expect([old, renewed].map((hash) => hash.match(/m=\d+/)?.[0])).toEqual(['m=8', 'm=16']);
      expect((await api.send(signIn, { body: { email, password } })).statusCode).toBe(200);
    });
  });
});

describe('guessing a password', () => {
  eachEngine((open) => {
    const guess = { body: { email, password: 'Wrong1234!' } };

    test('[LOG-4] wrong passwords for one account are slowed down more and more, and count less over time', async () => {
      const api = await apiOn(await open());
      await api.signedIn();
      const from = (last: number) => ({ ...guess, from: `198.51.100.${last}` });
      const waits: number[] = [];
      for (let time = 1; time <= 12; time += 1) {
        const answer = await api.send(signIn, from(time));
        expect(answer.statusCode).toBe(401);
        const next = await api.send(signIn, from(100 + time));
        if (next.statusCode !== 429) continue;
        waits.push(Number(next.headers['retry-after']));
        api.clock.at += Number(next.headers['retry-after']) * 1000;
      }
      expect(waits).toEqual([...waits].sort((one, other) => one - other));
      expect(waits.at(-1)).toBe(60);
      api.clock.at += 3 * HOUR;
      expect((await api.send(signIn, from(1))).statusCode).toBe(401);
      expect((await api.send(signIn, from(2))).statusCode).toBe(401);
    });

    test('[LOG-4] even the correct password is not checked while attempts are slowed down', async () => {
      const api = await apiOn(await open());
      await api.signedIn({ email: 'ben@example.org' });
      await api.dependencies.store.accounts.byEmail(email);
      for (let time = 0; time < 20; time += 1) await api.send(signIn, guess);
      const answer = await api.send(signIn, { body: { email, password } });
      expect([answer.statusCode, Number(answer.headers['retry-after']) > 0]).toEqual([429, true]);
    });

    test('[LOG-4] guessing elsewhere does not lock the owner out at home', async () => {
      const api = await apiOn(await open());
      await api.signedIn();
      await api.send(signIn, { body: { email, password }, from: '192.0.2.7' });
      for (let time = 0; time < 50; time += 1)
        await api.send(signIn, { ...guess, from: `198.51.100.${time}` });
      expect((await api.send(signIn, { body: { email, password }, from: '198.51.100.99' })).statusCode).toBe(
        429,
      );
      expect((await api.send(signIn, { body: { email, password }, from: '192.0.2.7' })).statusCode).toBe(200);
    });

    test('[LOG-4] one address that tries many accounts is slowed down', async () => {
      const api = await apiOn(await open());
      const statuses = [];
      for (let time = 0; time < 40; time += 1) {
        const body = { email: `user${time}@example.org`, password: 'Wrong1234!' };
        statuses.push((await api.send(signIn, { body, from: '203.0.113.9' })).statusCode);
      }
      expect(statuses.slice(0, 30)).toEqual(Array(30).fill(401));
      expect(statuses.at(-1)).toBe(429);
      expect((await api.send(signIn, { body: { email, password }, from: '203.0.113.10' })).statusCode).toBe(
        401,
      );
    });

    test('[LOG-4] a correct password refunds its own attempt, but no failures of others behind the same address', async () => {
      const api = await apiOn(await open());
      await api.signedIn();
      const from = '203.0.113.9';
      const tries = [];
      const wrong = async (name: string) => {
        const body = { email: `${name}@example.org`, password: 'Wrong1234!' };
        tries.push((await api.send(signIn, { body, from })).statusCode);
      };
      for (let time = 0; time < 29; time += 1) await wrong(`user${time}`);
      tries.push((await api.send(signIn, { body: { email, password }, from })).statusCode);
      for (const name of ['eve', 'mallory']) await wrong(name);
      expect(tries).toEqual([...Array(29).fill(401), 200, 401, 429]);
    });

    test('[LOG-4] concurrent attempts are counted like attempts one after the other', async () => {
      const api = await apiOn(await open());
      const answers = await Promise.all(Array.from({ length: 30 }, () => api.send(signIn, guess)));
      expect(answers.filter(({ statusCode }) => statusCode === 401).length).toBeLessThanOrEqual(6);
      api.clock.at += MINUTE;
      expect((await api.send(signIn, guess)).statusCode).toBe(401);
    });

    test('[LOG-4] the networks where the owner has signed in are known on every node and after a restart', async () => {
      const store = await open();
      const before = await apiOn(store);
      await before.signedIn();
      await before.send(signIn, { body: { email, password }, from: '2001:db8:1:2::7' });
      for (let time = 0; time < 10; time += 1) {
        await before.send(signIn, { ...guess, from: `198.51.100.${time}` });
      }
      const other = await apiOn(store);
      const from = async (address: string) =>
        (await other.send(signIn, { body: { email, password }, from: address })).statusCode;
      expect(await from('203.0.113.5')).toBe(429);
      expect(await from('2001:db8:1:2:ffff::1')).toBe(200);
    });

    test('[LOG-4] twenty networks are stored, each for 180 days after its last sign-in', async () => {
      const store = await open();
      const api = await apiOn(store);
      await api.signedIn();
      for (let place = 0; place < 25; place += 1) {
        api.clock.at += 1;
        await api.send(signIn, { body: { email, password }, from: `203.0.113.${place}` });
      }
      const isKnown = (last: number, now = api.clock.at) =>
        store.knownNetworks.isKnown(1, api.dependencies.keyFor('place', 1, `203.0.113.${last}`), now);
      expect([await isKnown(4), await isKnown(5), await isKnown(24)]).toEqual([false, true, true]);
      expect(await isKnown(24, api.clock.at + 180 * DAY)).toBe(false);
      await store.knownNetworks.cleanup(api.clock.at + 180 * DAY);
      expect(await isKnown(24)).toBe(false);
    });

    test('[LOG-4] a client with a /48 of IPv6 gets more attempts than one with a /64, but not unlimited ones', async () => {
      const api = await apiOn(await open());
      const statuses: number[] = [];
      for (let time = 0; time < 130; time += 1) {
        const body = { email: `user${time}@example.org`, password: 'Wrong1234!' };
        const from = `2001:db8:7:${time.toString(16)}::1`;
        statuses.push((await api.send(signIn, { body, from })).statusCode);
      }
      expect(statuses.slice(0, 100)).toEqual(Array(100).fill(401));
      expect(statuses.at(-1)).toBe(429);
    });
  });
});
