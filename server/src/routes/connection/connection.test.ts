import {
  type Call,
  choosePerson,
  completeDexcom,
  connectCalls,
  connectMedtronic,
  dexcomLoginUrl,
  disconnect,
  errorTextOf,
  listPeople,
  noConnection,
  resolveMedtronic,
  site,
  sourceErrorCodes,
  startMedtronic,
} from '@tealight/contract';
import { SourceError } from '@tealight/sources';
import { describe, expect, test, vi } from 'vitest';
import { apiOn, noPolling } from '../../../test/api.ts';
import { eachEngine } from '../../../test/engines.ts';

const nightscout = { endpoint: 'https://cgm.example.org', apiSecret: 'shh, a secret' };
const login = { username: 'ada', password: 'shh, a secret' };

const polling = () => ({
  ...noPolling,
  connect: vi.fn(async () => {}),
  disconnect: vi.fn(async () => {}),
});

describe('connecting a source', () => {
  eachEngine((open) => {
    test.each([
      [connectCalls.nightScout, 'nightScout', nightscout],
      [connectCalls.dexcom, 'dexcom', login],
      [connectCalls.freeStyleLibre, 'freeStyleLibre', login],
    ] as [Call, string, object][])(
      '[CON-6] the input is checked at the source before %j answers',
      async (call, type, body) => {
        const asked = polling();
        const api = await apiOn(await open(), { polling: asked });
        const token = await api.signedIn();
        expect((await api.send(call, { token, body })).json()).toEqual({ isSuccess: true });
        expect(asked.connect).toHaveBeenCalledWith(1, type, body);
      },
    );

    test.each(sourceErrorCodes)('[CON-6] %s has its own title that says what to do', async (errorCode) => {
      const connect = async () => {
        throw new SourceError('nightscout', errorCode);
      };
      const api = await apiOn(await open(), { polling: { ...polling(), connect } });
      const answer = await api.send(connectCalls.nightScout, {
        token: await api.signedIn(),
        body: nightscout,
      });
      expect(answer.json()).toEqual({
        type: 'urn:tealight:problem:source-refused',
        title: errorTextOf(errorCode, 'nightScout'),
        status: 422,
        errorCode,
      });
    });

    test('[SRC-4] a secret that was entered is in no answer and no log line', async () => {
      const connect = async (_wearer: number, _type: string, typed: unknown) => {
        throw Object.assign(new Error('refused'), { typed });
      };
      const api = await apiOn(await open(), { polling: { ...polling(), connect } });
      const answer = await api.send(connectCalls.nightScout, {
        token: await api.signedIn(),
        body: nightscout,
      });
      expect(answer.statusCode).toBe(500);
      expect(answer.body + api.logged.join('')).not.toContain(nightscout.apiSecret);
      expect(api.logged.join('')).toContain('our-fault');
    });

    test.each([
      [
        connectCalls.nightScout,
        {},
        { endpoint: ['Endpoint is required'], apiSecret: ['Api Secret is required'] },
      ],
      [
        connectCalls.dexcom,
        { username: '', password: '' },
        { username: ['Username is required'], password: ['Password is required'] },
      ],
      [connectCalls.freeStyleLibre, { username: ' ', password: 'x' }, { username: ['Email is required'] }],
      [
        connectCalls.dexcom,
        { username: ' \u00a0', password: '  ' },
        { username: ['Username is required'], password: ['Password is required'] },
      ],
      [connectCalls.nightScout, { endpoint: ' ', apiSecret: ' ' }, { apiSecret: ['Api Secret is required'] }],
    ] as [Call, object, object][])('[CON-2] all credentials are required: %#', async (call, body, errors) => {
      const api = await apiOn(await open());
      const answer = await api.send(call, { token: await api.signedIn(), body });
      expect(answer.json()).toMatchObject({ status: 400, errors });
    });

    test('[CON-4] disconnecting says whether the credentials are erased', async () => {
      const asked = polling();
      const api = await apiOn(await open(), { polling: asked });
      const token = await api.signedIn();
      await api.send(disconnect, { token, body: { clearCredentials: true } });
      expect(asked.disconnect).toHaveBeenCalledWith(1, { clearCredentials: true });
    });

    test('[CON-6] an answer about Dexcom’s official API has its own sentence', async () => {
      const refusing = async () => {
        throw new SourceError('dexcomApi', 'wrong-login');
      };
      const dexcomSignIn = { loginUrl: async () => 'https://vendor.example/login', complete: refusing };
      const api = await apiOn(await open(), { dexcomSignIn });
      const token = await api.signedIn();
      const answer = await api.send(completeDexcom, { token, body: { code: 'one' } });
      expect(answer.json()).toMatchObject({
        title: 'The sign-in at Dexcom has ended. Sign in at Dexcom again',
      });
    });

    test('when several people share, the wearer sees them and chooses one', async () => {
      const choose = vi.fn(async (_wearer: number, id: string) => {
        if (id === 'gone') throw new SourceError('libre', 'person-gone');
      });
      const status = async () => ({ ...noConnection, connectionType: 'freeStyleLibre' as const });
      const people = async () => [
        { id: 'p1', name: 'Ada' },
        { id: 'p2', name: 'Ben' },
      ];
      const api = await apiOn(await open(), { polling: { ...polling(), status, people, choose } });
      const token = await api.signedIn();
      expect((await api.send(listPeople, { token })).json()).toEqual({ people: await people() });
      expect((await api.send(choosePerson, { token, body: { id: 'p2' } })).json()).toEqual({
        isSuccess: true,
      });
      expect(choose).toHaveBeenCalledWith(1, 'p2');
      expect((await api.send(choosePerson, { token, body: { id: 'gone' } })).json()).toMatchObject({
        status: 422,
        title: errorTextOf('person-gone', 'freeStyleLibre'),
      });
    });

    test('a source that this server does not offer has its own problem', async () => {
      const api = await apiOn(await open());
      const token = await api.signedIn();
      const start = { captchaUrl: 'https://example.org/', code: 'x', country: 'US' };
      const refused = [
        await api.send(dexcomLoginUrl, { token }),
        await api.send(completeDexcom, { token, body: { code: 'x' } }),
        await api.send(startMedtronic, { token, body: { isUsRegion: true } }),
        await api.send(connectMedtronic, { token, body: start }),
      ];
      expect(refused.map((answer) => answer.json<{ type: string }>().type)).toEqual(
        Array(4).fill('urn:tealight:problem:not-offered'),
      );
    });

    test('[API-2] the sign-in calls of Dexcom and Medtronic have the answers of the specification', async () => {
      const complete = vi.fn(async () => {});
      const api = await apiOn(await open(), {
        dexcomSignIn: { loginUrl: async () => 'https://vendor.example/login', complete },
        medtronic: { start: async () => ({ captchaUrl: 'https://vendor.example/captcha' }), complete },
      });
      const token = await api.signedIn();
      expect((await api.send(dexcomLoginUrl, { token })).json()).toEqual({
        loginUrl: 'https://vendor.example/login',
      });
      expect((await api.send(completeDexcom, { token, body: { code: 'one' } })).json()).toEqual({
        isSuccess: true,
      });
      const { data } = (await api.send(startMedtronic, { token, body: { isUsRegion: false } })).json();
      expect(data).toEqual({ captchaUrl: 'https://vendor.example/captcha' });
      const answer = await api.send(connectMedtronic, {
        token,
        body: { ...data, code: 'two', country: 'EU' },
      });
      expect(answer.json()).toEqual({ data: true });
      expect(complete.mock.calls).toEqual([
        [1, { code: 'one' }],
        [1, { ...data, code: 'two', country: 'EU' }],
      ]);
    });

    test('Medtronic is neither listed nor started while the remote browser is not offered', async () => {
      let isOffered = false;
      const api = await apiOn(await open(), {
        medtronic: {
          start: async () => ({ captchaUrl: 'https://vendor.example/' }),
          complete: async () => {},
        },
        isMedtronicOffered: () => isOffered,
      });
      (api.dependencies.site.sources as string[]).push('medtronic');
      const token = await api.signedIn();
      const begun = () => api.send(startMedtronic, { token, body: { isUsRegion: false } });
      const named = async () => (await api.send(site)).json<{ sources: string[] }>().sources;
      expect((await begun()).json()).toMatchObject({ type: 'urn:tealight:problem:not-offered' });
      expect(await named()).not.toContain('medtronic');
      isOffered = true;
      expect((await begun()).statusCode).toBe(200);
      expect(await named()).toContain('medtronic');
    });

    test.each([
      [{}, 'EU'],
      [{ country: 'us' }, 'US'],
      [{ country: 'DE' }, 'EU'],
      [{ isUsRegion: 'true' }, 'US'],
    ] as const)('Medtronic’s region for %j is %s', async (query, country) => {
      const api = await apiOn(await open());
      const answer = await api.send(resolveMedtronic, { token: await api.signedIn(), query });
      expect(answer.json()).toEqual({ isSuccess: true, data: { country } });
    });

    test('logins at a vendor cannot be guessed through this server', async () => {
      const api = await apiOn(await open());
      const token = await api.signedIn();
      const statuses = [];
      for (let time = 0; time < 21; time += 1) {
        statuses.push((await api.send(connectCalls.nightScout, { token, body: nightscout })).statusCode);
      }
      expect([statuses.slice(0, 20).every((status) => status === 200), statuses.at(-1)]).toEqual([true, 429]);
    });
  });
});
