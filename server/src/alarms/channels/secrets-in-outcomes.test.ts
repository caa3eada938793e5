import { expect, test } from 'vitest';
import { alarmMessage, channelHttp } from '../../../test/alarms/channel-messages.ts';
import type { AlarmMessage, SendOutcome } from './channel.ts';
import { ntfyChannel } from './ntfy.ts';
import type { HttpDependencies } from './post.ts';
import { pushoverChannel } from './pushover.ts';
import { encryptPush } from './web-push/encrypt.ts';
import { newVapidKeys, vapidKeysFrom, vapidWith } from './web-push/vapid.ts';
import { webPushChannel } from './web-push/web-push.ts';
import { webhookChannel } from './webhook.ts';

const p256dh = newVapidKeys().split('.')[0] ?? '';
const keys = { p256dh, auth: 'BTBZMqHH6r4Tts7J_aSIgg' };
const endpoint = 'https://secret.example/secret';
/** All of it is secret: addresses, keys, and what an alarm says. */
const secrets = ['secret', p256dh, keys.auth, 'Ada', 'urgent', 'ago', 'token-of-this-message', 'tk_', '52'];

type Send = (message: AlarmMessage, http: HttpDependencies) => Promise<SendOutcome>;
const channels: Record<string, Send> = {
  'web push': (message, http) => {
    const vapid = vapidWith({
      keys: vapidKeysFrom(newVapidKeys()),
      contact: 'mailto:a@b.example',
      now: http.now,
    });
    return webPushChannel({ ...http, vapid: () => vapid, answered() {} }).send(
      { kind: 'web-push', endpoint, keys },
      message,
    );
  },
  ntfy: (message, http) =>
    ntfyChannel(http).send({ kind: 'ntfy', server: endpoint, topic: 'secret', token: 'tk_secret' }, message),
  Pushover: (message, http) =>
    pushoverChannel(http).send({ kind: 'pushover', userKey: 'secretUser', appToken: 'secretApp' }, message),
  webhook: (message, http) =>
    webhookChannel(http).send(
      { kind: 'webhook', url: endpoint, hasValue: true, secrets: ['whsec_c2VjcmV0c2VjcmV0c2VjcmV0'] },
      message,
    ),
};

/** What a service may answer with, to see whether it gets into an outcome. */
const echo = `secret Ada: urgent low 52 token-of-this-message ${p256dh}`;
const answers: Record<string, () => Promise<Response>> = {
  'an error with the address in it': () => Promise.reject(new Error(`fetch ${endpoint} failed: ${echo}`)),
  'a blocked address': () => Promise.reject(Object.assign(new Error(endpoint), { code: 'EBLOCKED' })),
  'an echo with 400': async () => new Response(echo, { status: 400, headers: { 'retry-after': echo } }),
  'an echo with 429': async () => new Response(echo, { status: 429, headers: { 'retry-after': echo } }),
  'an echo with 500': async () => new Response(echo, { status: 500, statusText: 'secret' }),
  'an echo with 200': async () => new Response(echo),
};

const cases = Object.keys(channels).flatMap((name) =>
  Object.keys(answers).map((answer) => [name, answer] as const),
);

test.each(cases)('[ALM-43] the outcome of %s after %s says nothing secret', async (name, answer) => {
  const fetch = answers[answer] as typeof globalThis.fetch;
  const outcome = await channels[name]?.(alarmMessage(), channelHttp({ fetch }));
  expect(outcome).toMatchObject({ isSent: expect.any(Boolean) });
  const text = JSON.stringify(outcome);
  expect(secrets.filter((secret) => text.includes(secret))).toEqual([]);
});

test('[ALM-43] errors of keys and of long messages say nothing secret', () => {
  const errors = [
    () => vapidKeysFrom(`${p256dh}.secret`),
    () => encryptPush(Buffer.from('secret'), { p256dh, auth: 'secret' }),
    () => encryptPush(Buffer.from('secret'.repeat(1000)), keys),
  ].map((fails) => {
    try {
      fails();
      return 'nothing was thrown: secret';
    } catch (error) {
      return `${error} ${(error as Error).stack?.split('\n    at ')[0]} ${JSON.stringify(error)}`;
    }
  });
  for (const text of errors) expect(secrets.filter((secret) => text.includes(secret))).toEqual([]);
});
