import {
  alarmChannels,
  changeAlarmChannel,
  MAX_CHANNELS,
  pushKey,
  type ReplyOf,
  removeAlarmChannel,
  renewWebhookSecret,
  saveAlarmChannel,
  testAlarmChannel,
} from '@tealight/contract';
import { describe, expect, test } from 'vitest';
import { addChannel, addressOf } from '../../../test/alarms/deliveries-on.ts';
import { apiOn, type TestApi } from '../../../test/api.ts';
import { eachEngine } from '../../../test/engines.ts';

const listed = async (api: TestApi, token: string) =>
  (await api.send(alarmChannels, { token })).json<ReplyOf<typeof alarmChannels>>().channels;

describe('the channels of an account', () => {
  eachEngine((open) => {
    test('[ALM-29] have a name, when they were reached, and when and why they failed', async () => {
      const store = await open();
      const api = await apiOn(store);
      const token = await api.signedIn();
      const id = await addChannel(api, token, 'ntfy', { name: 'Bedside phone' });
      await store.alarmChannels.failed(id, api.clock.at, 'unreachable');
      expect(await listed(api, token)).toEqual([
        {
          id,
          kind: 'ntfy',
          name: 'Bedside phone',
          hidesValues: false,
          fingerprint: null,
          reachedAt: null,
          shownAfterMs: null,
          failedAt: new Date(api.clock.at).toISOString(),
          failure: 'unreachable',
        },
      ]);
      await api.send(changeAlarmChannel, { token, body: { id, name: 'Phone', hidesValues: true } });
      expect(await listed(api, token)).toMatchObject([{ name: 'Phone', hidesValues: true }]);
      await api.send(changeAlarmChannel, { token, body: { id, name: 'Night' } });
      await api.send(changeAlarmChannel, { token, body: { id } });
      expect(await listed(api, token)).toMatchObject([{ name: 'Night', hidesValues: true }]);
      await api.send(changeAlarmChannel, { token, body: { id, hidesValues: false } });
      expect(await listed(api, token)).toMatchObject([{ name: 'Night', hidesValues: false }]);
      await api.send(removeAlarmChannel, { token, body: { id } });
      expect(await listed(api, token)).toEqual([]);
    });

    test('[ALM-37] keep their keys encrypted, and no answer shows them again', async () => {
      const store = await open();
      const api = await apiOn(store);
      const token = await api.signedIn();
      await addChannel(api, token, 'pushover', { index: 7 });
      await addChannel(api, token, 'ntfy', { index: 7 });
      const stored = await store.alarmChannels.of([1]);
      expect(stored).toHaveLength(2);
      const answer = await api.send(alarmChannels, { token });
      for (const secret of ['a'.repeat(30), 'topic-7', 'uuuu']) {
        expect(JSON.stringify(stored)).not.toContain(secret);
        expect(answer.body + api.logged.join('')).not.toContain(secret);
      }
    });

    test('are added twice at once as one, and never more than the limit', async () => {
      const api = await apiOn(await open());
      const token = await api.signedIn();
      await Promise.all([1, 2, 3].map(() => addChannel(api, token, 'webhook')));
      expect(await listed(api, token)).toHaveLength(1);
      for (let index = 1; index < MAX_CHANNELS; index += 1) {
        api.clock.at += 60_000;
        await addChannel(api, token, 'ntfy', { index });
      }
      api.clock.at += 60_000;
      const body = { name: 'One more', hidesValues: false, address: addressOf('ntfy', 99) };
      const answer = await api.send(saveAlarmChannel, { token, body });
      expect(answer.json()).toMatchObject({ status: 409, type: 'urn:tealight:problem:too-many-channels' });
      expect(
        (await api.send(saveAlarmChannel, { token, body: { ...body, address: addressOf('ntfy', 1) } }))
          .statusCode,
      ).toBe(200);
    });

    test('belong to one account: nobody changes, tests or removes another’s', async () => {
      const api = await apiOn(await open());
      const token = await api.signedIn();
      const id = await addChannel(api, token, 'webhook');
      const other = await api.signedIn({ email: 'other@example.org' });
      for (const [call, body] of [
        [changeAlarmChannel, { id, name: 'Mine', hidesValues: false }],
        [removeAlarmChannel, { id }],
        [testAlarmChannel, { id }],
        [renewWebhookSecret, { id }],
      ] as const)
        expect((await api.send(call, { token: other, body })).json()).toMatchObject({
          type: 'urn:tealight:problem:no-such-channel',
        });
      expect(await listed(api, token)).toHaveLength(1);
    });

    test('a browser that another account uses now reaches the one before no more', async () => {
      const api = await apiOn(await open());
      const [first, second] = [await api.signedIn(), await api.signedIn({ email: 'other@example.org' })];
      const address = addressOf('web-push', 1);
      const body = { name: 'This browser', hidesValues: false, address };
      await api.send(saveAlarmChannel, { token: first, body });
      const [{ fingerprint } = { fingerprint: '' }] = await listed(api, first);
      expect(fingerprint).toMatch(/^[\w-]{43}$/);
      await api.send(saveAlarmChannel, { token: second, body });
      expect(await listed(api, first)).toEqual([]);
      expect(await listed(api, second)).toMatchObject([{ fingerprint }]);
    });

    test('[ALM-38] a webhook shows its secret once; a new one leaves the old one a day', async () => {
      const api = await apiOn(await open());
      const token = await api.signedIn();
      const body = { name: 'Hook', hidesValues: false, address: addressOf('webhook') };
      const made = (await api.send(saveAlarmChannel, { token, body })).json<{ id: number; secret: string }>();
      expect(made.secret).toMatch(/^whsec_[\w+/]{43}=$/);
      const again = (await api.send(saveAlarmChannel, { token, body })).json<{ secret: null }>();
      expect(again.secret).toBeNull();
      const renewed = await api.send(renewWebhookSecret, { token, body: { id: made.id } });
      expect(renewed.json<{ secret: string }>().secret).not.toBe(made.secret);
    });

    test('say what is wrong with an address, and lose nothing', async () => {
      const api = await apiOn(await open());
      const token = await api.signedIn();
      const address = { kind: 'ntfy', server: 'ftp://x', topic: 'a topic', token: null };
      const answer = await api.send(saveAlarmChannel, {
        token,
        body: { name: '', hidesValues: false, address },
      });
      expect(answer.statusCode).toBe(400);
      expect(Object.keys(answer.json<{ errors: object }>().errors).sort()).toEqual([
        'address.server',
        'address.topic',
        'name',
      ]);
    });

    test('tests are limited, since each is a call to somebody else’s service', async () => {
      const api = await apiOn(await open());
      const token = await api.signedIn();
      const id = await addChannel(api, token, 'webhook');
      const codes: number[] = [];
      for (let time = 0; time < 25; time += 1)
        codes.push((await api.send(testAlarmChannel, { token, body: { id } })).statusCode);
      expect(codes.filter((code) => code === 200)).toHaveLength(19);
      expect(codes.at(-1)).toBe(429);
    });

    test('[ALM-31] browsers subscribe with the public key of this server', async () => {
      const api = await apiOn(await open());
      const token = await api.signedIn();
      expect((await api.send(pushKey, { token })).json()).toEqual({ key: 'key' });
    });
  });
});
