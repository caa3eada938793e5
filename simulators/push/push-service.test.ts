import { randomBytes } from 'node:crypto';
import { expect, onTestFinished, test } from 'vitest';
import { encryptPush } from '../../server/src/alarms/channels/web-push/encrypt.ts';
import { newVapidKeys, vapidKeysFrom, vapidWith } from '../../server/src/alarms/channels/web-push/vapid.ts';
import { below, serve } from '../serve.ts';
import { openPushService, pushService } from './push-service.ts';

const keys = vapidKeysFrom(newVapidKeys());
const vapidAt = (now: () => number) => vapidWith({ keys, contact: 'mailto:operator@example.com', now });

/** A subscription, and what a server posts to it. */
async function subscribed() {
  const push = await openPushService();
  onTestFinished(push.close);
  const subscription = await push.subscribe(keys.publicKey);
  const good = {
    authorization: vapidAt(Date.now).authorization(subscription.endpoint),
    ttl: '60',
    urgency: 'high',
    topic: 'topic',
    'content-encoding': 'aes128gcm',
  };
  const post = async (
    more: Record<string, string | null> = {},
    body = encryptPush(Buffer.from('hello'), subscription.keys),
  ) => {
    const headers = Object.entries({ ...good, ...more }).filter(
      (entry): entry is [string, string] => entry[1] !== null,
    );
    return (await fetch(subscription.endpoint, { method: 'POST', headers, body })).status;
  };
  return { ...push, subscription, post, received: () => push.messages(subscription.endpoint) };
}

test('a push service accepts what it can deliver, and the browser reads it', async () => {
  const { post, received } = await subscribed();
  expect(await post()).toBe(201);
  expect(await post({ urgency: null, topic: null })).toBe(201);
  expect(received()).toEqual([
    { ttl: 60, urgency: 'high', topic: 'topic', bytes: 615, text: 'hello' },
    { ttl: 60, urgency: 'normal', topic: null, bytes: 615, text: 'hello' },
  ]);
});

test.each<[string, Record<string, string | null>, number]>([
  ['without a TTL', { ttl: null }, 400],
  ['with a TTL that is no number', { ttl: '-1' }, 400],
  ['with an unknown urgency', { urgency: 'urgent' }, 400],
  ['with a long topic', { topic: 'a'.repeat(33) }, 400],
  ['with a topic of other characters', { topic: 'a+b' }, 400],
  ['in another encoding', { 'content-encoding': 'aesgcm' }, 415],
  ['without a key', { authorization: null }, 401],
  ['of a server whose clock is a day ahead', { authorization: 'tomorrow' }, 403],
])('a message %s is refused', async (_, headers, status) => {
  const { post, received, subscription } = await subscribed();
  const tomorrow = () => Date.now() + 24 * 3_600_000;
  const authorization =
    headers.authorization === 'tomorrow' ? vapidAt(tomorrow).authorization(subscription.endpoint) : undefined;
  expect(await post({ ...headers, ...(authorization && { authorization }) })).toBe(status);
  expect(received()).toEqual([]);
});

test('a body of more than 4096 bytes is refused, and one for another browser cannot be read', async () => {
  const { post, received, subscribe } = await subscribed();
  expect(await post({}, randomBytes(4097))).toBe(413);
  const other = await subscribe(keys.publicKey);
  expect(await post({}, encryptPush(Buffer.from('for another'), other.keys))).toBe(201);
  expect(received().map(({ text }) => text)).toEqual([null]);
});

test('programs subscribe and read over HTTP, also below a path', async () => {
  const { url, close } = await serve(below('/push-service', pushService({ at: '/push-service' }).handler));
  onTestFinished(close);
  const control = async (what: string, body: object) => {
    const init = { method: 'POST', body: JSON.stringify(body) };
    return (await fetch(`${url}/push-service/__simulator/${what}`, init)).json();
  };
  const { endpoint, keys: subscriptionKeys } = await control('subscribe', { key: keys.publicKey });
  const headers = {
    authorization: vapidAt(Date.now).authorization(endpoint),
    ttl: '0',
    'content-encoding': 'aes128gcm',
  };
  const post = async () =>
    (
      await fetch(endpoint, {
        method: 'POST',
        headers,
        body: encryptPush(Buffer.from('hello'), subscriptionKeys),
      })
    ).status;
  expect(await post()).toBe(201);
  await control('scenario', { endpoint, scenario: 'gone' });
  expect(await post()).toBe(410);
  expect(await control('messages', { endpoint })).toMatchObject({ messages: [{ text: 'hello' }] });
  expect((await fetch(`${url}/push-service/push/other`, { method: 'POST' })).status).toBe(404);
});
