import { showCode } from '@tealight/contract';
import { describe, expect, test, vi } from 'vitest';
import { openTestServer } from '../../../test/device-server.ts';
import { eachEngine } from '../../../test/engines.ts';
import { sendRequest, sha1 } from '../../../test/nightscout-client.ts';

const denied = { status: 401, message: 'Unauthorized', description: 'Invalid/Missing' };
const path = '/api/v1/entries.json';

describe('[DEV-4] the code as Nightscout’s credential', () => {
  eachEngine((open) => {
    test('is accepted in every place where a client may send it', async () => {
      await using testServer = await openTestServer(await open());
      await testServer.keep(115);
      const code = await testServer.code();
      const shown = showCode(code);
      const basic = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`;
      const ways: [string, Record<string, string>][] = [
        [`${path}?token=${shown}`, {}],
        [`${path}?token=${code.toUpperCase()}`, {}],
        [`${path}?secret=${sha1(shown)}`, {}],
        [path, { 'API-SECRET': shown }],
        [path, { 'api-secret': `token=${shown}` }],
        ...[code, shown, code.toUpperCase(), shown.toUpperCase()].map(
          (typed): [string, Record<string, string>] => [path, { 'api-secret': sha1(typed).toUpperCase() }],
        ),
        [path, { authorization: `Bearer ${shown}` }],
        [path, { authorization: basic(`${shown}:`) }],
        [`//api/v1/entries.json?token=${shown}`, {}],
        [`/api/v2/entries.json?token=${shown}`, {}],
      ];
      for (const [url, headers] of ways) {
        const answer = await sendRequest(testServer, url, { headers });
        expect([url, headers, answer.status, answer.json()[0]?.sgv]).toEqual([url, headers, 200, 115]);
      }
    });

    test('is required everywhere, never by a page or a redirect', async () => {
      await using testServer = await openTestServer(await open());
      for (const url of [
        path,
        '/api/v1/status.json',
        '/pebble',
        '/sgv.json',
        '/api/v2/properties',
        '/api/v1/treatments',
      ]) {
        const answer = await sendRequest(testServer, url);
        expect([url, answer.status, answer.json(), answer.headers['set-cookie']]).toEqual([
          url,
          401,
          denied,
          undefined,
        ]);
      }
      expect((await sendRequest(testServer, `${path}?token=00000-00000`)).json()).toEqual(denied);
      expect((await sendRequest(testServer, '/api/v3/entries')).json()).toEqual({
        status: 401,
        message: 'Missing or bad access token or JWT',
      });
      expect((await sendRequest(testServer, '/api/v2/authorization/request/00000-00000')).json()).toEqual(
        denied,
      );
    });

    test('is checked by verifyauth without an error', async () => {
      await using testServer = await openTestServer(await open());
      const verify = async (headers: Record<string, string>) =>
        (await sendRequest(testServer, '/api/v1/verifyauth', { headers })).json().message;
      expect(await verify({ 'api-secret': sha1(await testServer.code()) })).toEqual({
        canRead: true,
        canWrite: false,
        isAdmin: false,
        message: 'OK',
        rolefound: 'FOUND',
        permissions: 'ROLE',
      });
      expect(await verify({ 'api-secret': sha1('wrong') })).toMatchObject({
        canRead: false,
        permissions: 'ROLE',
      });
      expect(await verify({})).toMatchObject({
        canRead: false,
        message: 'UNAUTHORIZED',
        permissions: 'DEFAULT',
      });
    });

    test('is not called wrong by verifyauth while its network is slowed down', async () => {
      await using testServer = await openTestServer(await open());
      const verify = (code: string) =>
        sendRequest(testServer, '/api/v1/verifyauth', { headers: { 'api-secret': sha1(code) } });
      let answer = await verify('wrong 0');
      for (let times = 1; answer.status === 200 && times < 200; times += 1)
        answer = await verify(`wrong ${times}`);
      expect(answer.status).toBe(429);
      expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
    });

    test('[DASH-4] is rejected after it is replaced, also hashed or as a token', async () => {
      await using testServer = await openTestServer(await open());
      await testServer.keep(115);
      const old = await testServer.code();
      const { token } = (await sendRequest(testServer, `/api/v2/authorization/request/${old}`)).json();
      expect((await sendRequest(testServer, path, { headers: { 'api-secret': sha1(old) } })).status).toBe(
        200,
      );
      expect(
        (await sendRequest(testServer, path, { headers: { authorization: `Bearer ${token}` } })).status,
      ).toBe(200);
      await testServer.store.wearers.renewCode(testServer.ada);
      await testServer.devices.disconnectCode(testServer.ada, old);
      expect((await sendRequest(testServer, path, { headers: { 'api-secret': sha1(old) } })).status).toBe(
        401,
      );
      expect(
        (await sendRequest(testServer, path, { headers: { authorization: `Bearer ${token}` } })).status,
      ).toBe(401);
    });

    test('signs its token: a modified one is rejected', async () => {
      await using testServer = await openTestServer(await open());
      const { token } = (
        await sendRequest(testServer, `/api/v2/authorization/request/${await testServer.code()}`)
      ).json();
      const [head, , signature] = token.split('.');
      const claims = { accessToken: sha1(await testServer.code()), exp: 9_999_999_999 };
      const forged = `${head}.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.${signature}`;
      expect(
        (await sendRequest(testServer, '/api/v3/status', { headers: { authorization: `Bearer ${forged}` } }))
          .status,
      ).toBe(401);
    });

    test('allows no writing, and has no sockets', async () => {
      await using testServer = await openTestServer(await open());
      const headers = { 'api-secret': sha1(await testServer.code()), 'content-type': 'application/json' };
      for (const url of [
        '/api/v1/entries',
        '/api/v1/entries.json',
        '/api/v1/treatments',
        '/api/v1/devicestatus.json',
      ]) {
        expect((await sendRequest(testServer, url, { method: 'POST', body: '[]', headers })).json()).toEqual(
          denied,
        );
      }
      expect((await sendRequest(testServer, '/socket.io/?EIO=3&transport=polling')).status).toBe(404);
    });

    test('[DEV-1] a display that sends requests is a device, listed by the name of its program', async () => {
      await using testServer = await openTestServer(await open());
      const headers = { 'api-secret': sha1(await testServer.code()), 'user-agent': 'xDrip+ Android/14' };
      await sendRequest(testServer, path, { headers });
      await vi.waitFor(async () => expect(await testServer.devices.live(testServer.ada)).toBe(1));
      expect(await testServer.store.devices.list(testServer.ada)).toMatchObject([
        { kind: 'nightscout', name: 'xDrip+' },
      ]);
    });

    test('a page of another site may send requests, with the secret in a header', async () => {
      await using testServer = await openTestServer(await open());
      const preflight = await sendRequest(testServer, path, {
        method: 'OPTIONS',
        headers: { origin: 'https://display.example', 'access-control-request-headers': 'api-secret' },
      });
      expect([preflight.status, preflight.headers['access-control-allow-origin']]).toEqual([204, '*']);
      expect(preflight.headers['access-control-allow-headers']).toContain('api-secret');
    });
  });
});
