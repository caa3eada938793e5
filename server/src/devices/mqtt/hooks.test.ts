import { describe, expect, test } from 'vitest';
import { openTestServer } from '../../../test/device-server.ts';
import { eachEngine } from '../../../test/engines.ts';
import { openFollows } from '../../../test/followers/follows.ts';
import { sendRequest } from '../../../test/nightscout-client.ts';
import type { Store } from '../../store/store.ts';

/** A broker that does not answer: the hooks do not need it. */
const mqttUrl = 'mqtt://tealight:pass%20word@127.0.0.1:9';

const secret = 'what only the broker knows';

async function withHooks(store: Store) {
  const testServer = await openTestServer(store, { mqttUrl, mqttHooksSecret: secret });
  const post = (path: string, body: object, authorization: string | null = `Bearer ${secret}`) =>
    sendRequest(testServer, `/device/v1/mqtt/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(authorization && { authorization }) },
      body: JSON.stringify(body),
    });
  return { testServer, post, code: await testServer.code() };
}

describe('[DEV-2] a broker that asks who may connect', () => {
  eachEngine((open, newPlace) => {
    test('gets the answer in the body for EMQX, and in the status for Mosquitto', async () => {
      const { testServer, post, code } = await withHooks(await open());
      expect((await post('emqx/auth', { username: code, password: '', clientid: 'bed' })).json()).toEqual({
        result: 'allow',
        is_superuser: false,
      });
      expect((await post('emqx/auth', { username: '0000000000' })).json()).toEqual({ result: 'deny' });
      expect((await post('mosquitto/user', { username: code, password: 'x' })).status).toBe(200);
      expect((await post('mosquitto/user', { username: 'nobody' })).status).toBe(403);
      expect((await post('mosquitto/user', {})).status).toBe(403);
      await testServer[Symbol.asyncDispose]();
    });

    test('allows Tealight everything, only with its password', async () => {
      const { testServer, post, code } = await withHooks(await open());
      expect((await post('emqx/auth', { username: 'tealight', password: 'pass word' })).json()).toEqual({
        result: 'allow',
        is_superuser: true,
      });
      expect((await post('emqx/auth', { username: 'tealight', password: 'guess' })).json()).toEqual({
        result: 'deny',
      });
      for (const password of [undefined, null, '']) {
        const body = { username: 'tealight', ...(password !== undefined && { password }) };
        expect((await post('emqx/auth', body)).json()).toEqual({ result: 'deny' });
        expect((await post('mosquitto/user', body)).status).toBe(403);
      }
      expect((await post('mosquitto/superuser', { username: 'tealight' })).status).toBe(200);
      expect((await post('mosquitto/superuser', { username: code })).status).toBe(403);
      await testServer[Symbol.asyncDispose]();
    });

    test('allows a code only to read its own topics and to announce its devices', async () => {
      const { testServer, post, code } = await withHooks(await open());
      const may = async (topic: string, action: string, acc: number) => [
        (await post('emqx/acl', { username: code, topic, action })).json().result,
        (await post('mosquitto/acl', { username: code, topic, acc })).status,
      ];
      const [yes, no] = [
        ['allow', 200],
        ['deny', 403],
      ];
      expect(await may(`tealight/${code}/glow`, 'subscribe', 4)).toEqual(yes);
      expect(await may(`tealight/${code}/#`, 'subscribe', 1)).toEqual(yes);
      expect(await may(`tealight/${code}/device/bed`, 'publish', 2)).toEqual(yes);
      expect(await may(`tealight/${code}/glow`, 'publish', 2)).toEqual(no);
      expect(await may('tealight/0000000000/glow', 'subscribe', 4)).toEqual(no);
      expect(await may('#', 'subscribe', 4)).toEqual(no);
      expect(await may('homeassistant/status', 'publish', 2)).toEqual(no);
      await testServer[Symbol.asyncDispose]();
    });

    test('[PPL-24] allows a follower’s code its own topics, and nothing from the next question after the follow has ended', async () => {
      const place = await newPlace('migrated');
      await using store = await open(place);
      const { testServer, post, code } = await withHooks(store);
      await using follows = await openFollows(store, place);
      const ben = await follows.add(testServer.ada);
      const username = (await store.codes.ensure(testServer.ada, ben))?.code ?? '';
      const may = async (name: string) => {
        const glow = { username: name, topic: `tealight/${name}/glow`, action: 'subscribe', acc: 1 };
        return [
          (await post('emqx/auth', { username: name })).json().result,
          (await post('emqx/acl', glow)).json().result,
          (await post('mosquitto/acl', glow)).status,
        ];
      };
      expect(await may(username)).toEqual(['allow', 'allow', 200]);
      await follows.remove(testServer.ada, ben);
      store.changes.publish(testServer.ada, 'people');
      expect(await may(username)).toEqual(['deny', 'deny', 403]);
      expect(await may(code)).toEqual(['allow', 'allow', 200]);
      await testServer[Symbol.asyncDispose]();
    });

    test('is answered only with the secret, and guessing it is slowed down', async () => {
      const { testServer, post, code } = await withHooks(await open());
      const paths = ['emqx/auth', 'emqx/acl', 'mosquitto/user', 'mosquitto/acl', 'mosquitto/superuser'];
      const body = {
        username: code,
        password: 'x',
        topic: `tealight/${code}/glow`,
        action: 'subscribe',
        acc: 4,
      };
      for (const path of paths) {
        expect((await post(path, body, null)).status).toBe(401);
        expect((await post(path, body, 'Bearer a guess')).status).toBe(401);
      }
      for (let guess = 0; guess < 3; guess += 1) await post('emqx/auth', body, 'Bearer a guess');
      expect((await post('emqx/auth', body, 'Bearer a guess')).status).toBe(429);
      expect((await post(`emqx/auth?secret=${encodeURIComponent(secret)}`, body, null)).status).toBe(200);
      await testServer[Symbol.asyncDispose]();
    });

    test('is not answered when no secret is set', async () => {
      await using testServer = await openTestServer(await open(), { mqttUrl });
      expect((await sendRequest(testServer, '/device/v1/mqtt/emqx/auth', { method: 'POST' })).status).toBe(
        404,
      );
    });

    test('without an external broker no request is answered', async () => {
      await using testServer = await openTestServer(await open());
      expect((await sendRequest(testServer, '/device/v1/mqtt/emqx/auth', { method: 'POST' })).status).toBe(
        404,
      );
    });
  });
});
