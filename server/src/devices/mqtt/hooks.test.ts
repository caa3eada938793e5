import { describe, expect, test } from 'vitest';
import { eachEngine } from '../../../test/engines.ts';
import { openHouse } from '../../../test/house.ts';
import { ask } from '../../../test/nightscout-client.ts';
import type { Store } from '../../store/store.ts';

/** A broker that answers nobody: the hooks do not need it. */
const mqttUrl = 'mqtt://tealight:pass%20word@127.0.0.1:9';

async function withHooks(store: Store) {
  const house = await openHouse(store, { mqttUrl });
  const post = (path: string, body: object) =>
    ask(house, `/device/v1/mqtt/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  return { house, post, code: await house.code() };
}

describe('[DEV-2] a broker that asks who may connect', () => {
  eachEngine((open) => {
    test('hears from EMQX’s hook in the body, from Mosquitto’s in the status', async () => {
      const { house, post, code } = await withHooks(await open());
      expect((await post('emqx/auth', { username: code, password: '', clientid: 'bed' })).json()).toEqual({
        result: 'allow',
        is_superuser: false,
      });
      expect((await post('emqx/auth', { username: '0000000000' })).json()).toEqual({ result: 'deny' });
      expect((await post('mosquitto/user', { username: code, password: 'x' })).status).toBe(200);
      expect((await post('mosquitto/user', { username: 'nobody' })).status).toBe(403);
      expect((await post('mosquitto/user', {})).status).toBe(403);
      await house[Symbol.asyncDispose]();
    });

    test('is told that Tealight itself may all, and only with its password', async () => {
      const { house, post, code } = await withHooks(await open());
      expect((await post('emqx/auth', { username: 'tealight', password: 'pass word' })).json()).toEqual({
        result: 'allow',
        is_superuser: true,
      });
      expect((await post('emqx/auth', { username: 'tealight', password: 'guess' })).json()).toEqual({
        result: 'deny',
      });
      expect((await post('mosquitto/superuser', { username: 'tealight' })).status).toBe(200);
      expect((await post('mosquitto/superuser', { username: code })).status).toBe(403);
      await house[Symbol.asyncDispose]();
    });

    test('lets a code read below itself and announce its devices, and nothing else', async () => {
      const { house, post, code } = await withHooks(await open());
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
      await house[Symbol.asyncDispose]();
    });

    test('without a broker of one’s own nobody is answered', async () => {
      await using house = await openHouse(await open());
      expect((await ask(house, '/device/v1/mqtt/emqx/auth', { method: 'POST' })).status).toBe(404);
    });
  });
});
