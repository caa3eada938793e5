import { currentUser, endSessions, listSessions, signIn } from '@tealight/contract';
import { describe, expect, test } from 'vitest';
import { ada, apiOn, type TestApi } from '../../../test/api.ts';
import { eachEngine } from '../../../test/engines.ts';
import { DAY } from '../../shared/time-units.ts';

const { email, password } = ada;
type Listed = { sessions: { id: string; device: string; current: boolean }[] };

const another = async (api: TestApi, agent: string) =>
  (await api.send(signIn, { body: { email, password }, agent })).json<{ accessToken: string }>().accessToken;
const listed = async (api: TestApi, token: string) =>
  (await api.send(listSessions, { token })).json<Listed>().sessions;
const works = async (api: TestApi, token: string) =>
  (await api.send(currentUser, { token })).statusCode === 200;

describe('sessions', () => {
  eachEngine((open) => {
    test('each session of the account is listed, and the current one is marked', async () => {
      const api = await apiOn(await open());
      await api.signedIn();
      const token = await another(
        api,
        'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0) AppleWebKit/605 Version/19 Safari/604',
      );
      const sessions = await listed(api, token);
      expect(sessions.map(({ device, current }) => [device, current])).toContainEqual([
        'Safari on iPhone',
        true,
      ]);
      expect(sessions.filter(({ current }) => current)).toHaveLength(1);
      expect(JSON.stringify(sessions)).not.toContain(token);
    });

    test('with an id one other session ends, without one all others end', async () => {
      const api = await apiOn(await open());
      const first = await api.signedIn();
      const second = await another(api, 'curl/8');
      const third = await another(api, 'wget/1');
      const { id } = (await listed(api, first)).find(({ device }) => device === 'curl') ?? { id: '' };
      await api.send(endSessions, { token: first, body: { id } });
      expect([await works(api, first), await works(api, second), await works(api, third)]).toEqual([
        true,
        false,
        true,
      ]);
      await api.send(endSessions, { token: first, body: {} });
      expect([await works(api, first), await works(api, third)]).toEqual([true, false]);
    });

    test('a session that was not used for thirty days is rejected, even if it was just cached', async () => {
      const api = await apiOn(await open());
      const token = await api.signedIn();
      expect([await works(api, token), await works(api, token)]).toEqual([true, true]);
      api.clock.at += 30 * DAY;
      expect(await works(api, token)).toBe(false);
    });

    test('the sessions of another account cannot be ended', async () => {
      const api = await apiOn(await open());
      const token = await api.signedIn();
      const eve = await api.signedIn({ email: 'eve@example.org' });
      const [session] = await listed(api, token);
      await api.send(endSessions, { token: eve, body: { id: session?.id } });
      await api.send(endSessions, { token: eve, body: {} });
      expect(await works(api, token)).toBe(true);
    });

    test.each(['%', '________________', 'ABCDEF0123456789', '0'])('%j is not a session', async (id) => {
      const api = await apiOn(await open());
      const token = await api.signedIn();
      expect((await api.send(endSessions, { token, body: { id } })).statusCode).toBe(400);
    });
  });
});
