import { once } from 'node:events';
import { expect, onTestFinished, test, vi } from 'vitest';
import { newVapidKeys, vapidKeysFrom, vapidWith } from '../../server/src/alarms/channels/web-push/vapid.ts';
import { webPushChannel } from '../../server/src/alarms/channels/web-push/web-push.ts';
import { alarmMessage, channelHttp, failed } from '../../server/test/alarms/channel-messages.ts';
import { openFirefoxPush } from './firefox-push.ts';
import { decryptPush, newReceiverKeys, publicKeysOf } from './receiver.ts';

const channelID = '3f0c5d2e-0000-4000-8000-000000000001';
const keys = vapidKeysFrom(newVapidKeys());
const vapid = vapidWith({ keys, contact: 'mailto:operator@example.com', now: Date.now });
const channel = webPushChannel({ ...channelHttp({ now: Date.now }), vapid: () => vapid, answered() {} });

/** A connected browser, and what it does. */
async function browser() {
  const push = await openFirefoxPush();
  onTestFinished(push.close);
  const socket = new WebSocket(push.socketUrl, 'push-notification');
  await once(socket, 'open');
  const send = (message: object) => socket.send(JSON.stringify(message));
  const heard = async () => JSON.parse(((await once(socket, 'message')) as [MessageEvent])[0].data);
  const ask = (message: object) => {
    const reply = heard();
    send(message);
    return reply;
  };
  const receiver = await newReceiverKeys();
  /** Firefox pads the key of the server. */
  const subscribe = async () => {
    const { pushEndpoint } = await ask({ messageType: 'register', channelID, key: `${keys.publicKey}=` });
    return {
      kind: 'web-push',
      endpoint: pushEndpoint as string,
      keys: await publicKeysOf(receiver),
    } as const;
  };
  return { push, socket, receiver, send, heard, ask, subscribe };
}

test('[ALM-31] a browser that is connected over a WebSocket reads an alarm and acknowledges it', async () => {
  const { push, socket, receiver, send, heard, ask, subscribe } = await browser();
  expect(socket.protocol).toBe('push-notification');
  expect(await ask({ messageType: 'hello', use_webpush: true })).toEqual({
    messageType: 'hello',
    status: 200,
    use_webpush: true,
    uaid: expect.stringMatching(/^[0-9a-f]{32}$/),
  });
  expect(await ask({})).toEqual({});
  const address = await subscribe();
  const [notification, outcome] = await Promise.all([heard(), channel.send(address, alarmMessage())]);
  expect(outcome).toEqual({ isSent: true, receipt: null });
  const { data, version, headers } = notification;
  expect([notification.channelID, headers]).toEqual([channelID, { encoding: 'aes128gcm' }]);
  const text = Buffer.from(
    await decryptPush(new Uint8Array(Buffer.from(data, 'base64url')), receiver),
  ).toString();
  expect(JSON.parse(text)).toMatchObject({ title: 'Ada: urgent low 52 ↓' });
  expect(push.messages).toMatchObject([
    { channelId: channelID, ttl: 300, urgency: 'high', acknowledged: null },
  ]);
  send({ messageType: 'ack', updates: [{ channelID, version, code: 100 }] });
  await vi.waitFor(() => expect(push.messages[0]?.acknowledged).toBe(100));
});

test('[ALM-32] the endpoint of a browser that has unsubscribed, or has gone, answers 410', async () => {
  const { socket, ask, subscribe } = await browser();
  const [one, two] = [await subscribe(), await subscribe()];
  expect(one.endpoint).not.toBe(two.endpoint);
  expect(await ask({ messageType: 'unregister', channelID })).toMatchObject({ status: 200 });
  expect(await channel.send(one, alarmMessage())).toEqual(failed('gone', true));
  const three = await subscribe();
  socket.close();
  await vi.waitFor(async () =>
    expect(await channel.send(three, alarmMessage())).toEqual(failed('gone', true)),
  );
});

test('[ALM-32] a message that another server has signed is refused', async () => {
  const { push, subscribe } = await browser();
  const address = await subscribe();
  const other = vapidWith({
    keys: vapidKeysFrom(newVapidKeys()),
    contact: 'mailto:a@b.example',
    now: Date.now,
  });
  const outcome = await webPushChannel({ ...channelHttp(), vapid: () => other, answered() {} }).send(
    address,
    alarmMessage(),
  );
  expect([outcome, push.messages]).toEqual([failed('our-key', false), []]);
});
