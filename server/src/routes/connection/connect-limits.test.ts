import { connectCalls } from '@tealight/contract';
import { SourceError, type SourceErrorCode } from '@tealight/sources';
import { describe, expect, test } from 'vitest';
import { ada, apiOn, noPolling } from '../../../test/api.ts';
import { eachEngine } from '../../../test/engines.ts';
import { MINUTE } from '../../shared/time-units.ts';

const RIGHT = 'the right one';

describe('trying logins at a vendor', () => {
  eachEngine((open) => {
    async function vendor(errorCode: SourceErrorCode = 'wrong-login') {
      let asked = 0;
      const connect = async (_: number, __: string, login: unknown) => {
        asked += 1;
        if ((login as { password?: string }).password !== RIGHT) throw new SourceError('vendor', errorCode);
      };
      const api = await apiOn(await open(), { polling: { ...noPolling, connect } });
      const tokens: string[] = [];
      for (let wearer = 0; wearer < 4; wearer += 1) {
        tokens.push(await api.signedIn({ ...ada, email: `ada${wearer}@example.org` }));
      }
      const tryLogin = async (wearer = 0, username = 'Victim', password = 'guess', from = '192.0.2.1') => {
        const body = { username, password };
        const answer = await api.send(connectCalls.dexcom, { token: tokens[wearer] ?? '', body, from });
        return [answer.statusCode, Number(answer.headers['retry-after'] ?? 0)];
      };
      return { api, tokens, tryLogin, asked: () => asked };
    }

    test('[CON-6] one login can be tried five times, by any number of wearers, from any network and however it is capitalized', async () => {
      const { api, tryLogin, asked } = await vendor();
      const answers = [];
      for (let time = 0; time < 8; time += 1) {
        const username = time % 2 === 0 ? 'Victim' : ' vICTIM';
        answers.push(await tryLogin(time % 4, username, 'guess', `198.51.100.${time}`));
      }
      expect(answers.map(([status]) => status)).toEqual([422, 422, 422, 422, 422, 429, 429, 429]);
      expect(asked()).toBe(5);
      const [, retryAfterS = 0] = answers.at(-1) ?? [];
      // One unit of the budget comes back in two minutes; a rejected login costs six.
      expect(retryAfterS).toBe((2 * MINUTE) / 1000);
      expect(await tryLogin(0, 'another')).toEqual([422, 0]);
      api.clock.at += retryAfterS * 1000;
      expect((await tryLogin())[0]).toBe(422);
      expect(await tryLogin()).toEqual([429, (6 * 2 * MINUTE) / 1000]);
    });

    test('[CON-6] concurrent attempts count like attempts one after the other', async () => {
      const { tryLogin } = await vendor();
      const answers = await Promise.all(Array.from({ length: 12 }, (_, time) => tryLogin(time % 4)));
      expect(answers.filter(([status]) => status === 422)).toHaveLength(5);
    });

    test('[CON-6] a network is rejected after ten wrong logins, and others are not', async () => {
      const { tryLogin } = await vendor();
      const answers = [];
      for (let time = 0; time < 12; time += 1) answers.push((await tryLogin(time % 4, `victim${time}`))[0]);
      expect(answers).toEqual([...Array(10).fill(422), 429, 429]);
      expect((await tryLogin(0, 'victim99', 'guess', '203.0.113.9'))[0]).toBe(422);
    });

    test('[CON-6] correct logins and an unreachable vendor cost a sixth of a wrong login', async () => {
      const { tryLogin } = await vendor();
      for (let time = 0; time < 19; time += 1) {
        expect((await tryLogin(0, 'ada', RIGHT))[0]).toBe(200);
      }
      const down = await vendor('unreachable');
      const answers = [];
      for (let time = 0; time < 12; time += 1) answers.push((await down.tryLogin(time % 4))[0]);
      expect(answers).toEqual(Array(12).fill(422));
    });

    /** Five tries at a site from different networks are rejected; then the answer to a try at `next`. */
    const afterFiveTries = async (endpoints: readonly string[], next: string) => {
      const { api, tokens } = await vendor('wrong-login');
      const answers: number[] = [];
      for (const [index, endpoint] of [...endpoints, next].entries()) {
        const body = { endpoint, apiSecret: 'a secret of mine' };
        const options = { token: tokens[index % 4] ?? '', body, from: `198.51.100.${index}` };
        answers.push((await api.send(connectCalls.nightScout, options)).statusCode);
      }
      expect(answers.slice(0, -1)).toEqual(Array(5).fill(422));
      return answers.at(-1);
    };

    test('[CON-6] wrong tries at a site with a port lock nobody out of another site with a port', async () => {
      expect(await afterFiveTries(Array(5).fill('my.host:1337'), 'other.host:1337')).toBe(422);
      expect(await afterFiveTries(Array(5).fill('my.host:1337'), 'my.host:1337')).toBe(429);
    });

    test('[CON-6] a scheme, a dot at the end of the name and the usual port do not make it another site', async () => {
      const hosts = ['my.host', 'my.host.', 'my.host:443', 'http://my.host', 'https://my.host.:443/api'];
      expect(await afterFiveTries(hosts, ' HTTPS://MY.host. ')).toBe(429);
      const ports = ['my.host:1337', 'http://my.host:1337', 'https://my.host:1337', 'my.host.:1337'];
      expect(await afterFiveTries([...ports, 'MY.HOST:1337/api/v1'], 'my.host:1337/')).toBe(429);
    });

    test('[CON-6] all spellings of the address of a site count together, and vendors count separately', async () => {
      const { api, tokens } = await vendor('unreachable');
      const site = async (endpoint: string) => {
        const body = { endpoint, apiSecret: 'a secret of mine' };
        return (await api.send(connectCalls.nightScout, { token: tokens[0] ?? '', body })).statusCode;
      };
      const spellings = [
        'https://cgm.example',
        'https://CGM.example/',
        'https://cgm.example/api',
        'cgm.example',
      ];
      for (const endpoint of [...spellings, 'https://u:p@cgm.example']) await site(endpoint);
      expect(await site('https://cgm.example/?x')).toBe(429);
      const body = { username: 'cgm.example', password: 'guess' };
      expect((await api.send(connectCalls.freeStyleLibre, { token: tokens[0] ?? '', body })).statusCode).toBe(
        422,
      );
    });
  });
});
