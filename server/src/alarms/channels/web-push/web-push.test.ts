import type { PushPayload } from '@tealight/contract';
import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { openPushService, type PushServiceOptions } from '../../../../../simulators/push/push-service.ts';
import type { PushScenario } from '../../../../../simulators/push/scenarios.ts';
import {
  alarmMessage,
  channelHttp,
  failed,
  failingServices,
  MESSAGE_AT,
  sent,
} from '../../../../test/alarms/channel-messages.ts';
import type { AddressOf, AlarmMessage } from '../channel.ts';
import type { HttpDependencies } from '../post.ts';
import { newVapidKeys, vapidKeysFrom, vapidWith } from './vapid.ts';
import { webPushChannel } from './web-push.ts';

/** A browser that has subscribed, and a channel that sends to it. */
async function subscribed(service: PushServiceOptions = {}, more: Partial<HttpDependencies> = {}) {
  const clock = { now: MESSAGE_AT };
  const push = await openPushService({ clock: () => clock.now, ...service });
  onTestFinished(push.close);
  const keys = vapidKeysFrom(newVapidKeys());
  const address = { kind: 'web-push', ...(await push.subscribe(keys.publicKey)) } as const;
  const vapid = vapidWith({ keys, contact: 'https://tealight.example', now: () => MESSAGE_AT });
  const answers: boolean[] = [];
  const channel = webPushChannel({
    ...channelHttp(more),
    vapid: () => vapid,
    answered: (_, isAccepted) => void answers.push(isAccepted),
  });
  const send = (message: AlarmMessage, to: AddressOf<'web-push'> = address) => channel.send(to, message);
  const received = () => push.messages(address.endpoint);
  const payload = () => JSON.parse(received().at(-1)?.text ?? 'null') as PushPayload;
  const set = (scenario: PushScenario) => push.setScenario(address.endpoint, scenario);
  return { push, clock, address, send, received, payload, set, answers };
}

test('[ALM-31] the browser alone reads an alarm, and the service what it needs to deliver it', async () => {
  const { send, received, payload } = await subscribed();
  expect(await send(alarmMessage())).toEqual(sent);
  expect(received()).toMatchObject([{ ttl: 300, urgency: 'high', topic: 'A'.repeat(22), bytes: 615 }]);
  const { alarm: _, loudness: __, ttlSeconds: ___, ...same } = alarmMessage();
  expect(payload()).toEqual({ v: 1, ...same, silent: false, renotify: true, ended: false });
});

test.each([
  [{ rank: 4 }, { urgency: 'high' }, { silent: false, renotify: true, ended: false }],
  [{ rank: 5 }, { urgency: 'normal' }, { silent: false, renotify: true, ended: false }],
  [{ rank: 1, loudness: 'silent' }, { urgency: 'normal' }, { silent: true, renotify: false, ended: false }],
  [{ alarm: null }, { urgency: 'high' }, { silent: false, renotify: true, ended: false }],
  [{ reason: 'text' }, { urgency: 'high' }, { silent: false, renotify: false, ended: false }],
  [{ reason: 'seen' }, { urgency: 'high' }, { silent: false, renotify: false, ended: false }],
  [
    { reason: 'ended', loudness: 'silent' },
    { urgency: 'normal' },
    { silent: true, renotify: false, ended: true },
  ],
] as const)('[ALM-31] a message with %j has %j and %j', async (about, headers, shown) => {
  const { reason = 'rings', ...more } = { reason: undefined, ...about };
  const { alarm } = alarmMessage();
  const { send, received, payload } = await subscribed();
  await send(alarmMessage({ alarm: alarm && { ...alarm, reason }, ...more }));
  expect(received()[0]).toMatchObject(headers);
  expect(payload()).toMatchObject(shown);
});

test('[ALM-31] messages of different lengths are requests of one length', async () => {
  const { send, received } = await subscribed();
  for (const title of ['A', 'Ada needs you', 'Ada: urgent low 52 ↓, not seen for 5 min by Mum'])
    expect(await send(alarmMessage({ title }))).toEqual(sent);
  expect(received().map(({ bytes }) => bytes)).toEqual([615, 615, 615]);
});

test('[ALM-31] a message of any texts fits and arrives, cut where it must be', async () => {
  const { send, payload } = await subscribed();
  const text = fc.string({ unit: 'binary', maxLength: 2000 });
  await fc.assert(
    fc.asyncProperty(text, text, async (title, body) => {
      expect(await send(alarmMessage({ title, text: body }))).toEqual(sent);
      const shown = payload();
      expect([...shown.title].slice(0, 119)).toEqual([...title].slice(0, 119));
      expect([...shown.text].slice(0, 299)).toEqual([...body].slice(0, 299));
    }),
    { numRuns: 50, examples: [['\u0000'.repeat(2000), '\u0000'.repeat(2000)]] },
  );
});

test('[ALM-31] a message that cannot fit is our mistake', async () => {
  const { send } = await subscribed();
  expect(await send(alarmMessage({ link: `https://tealight.example/${'a'.repeat(4000)}` }))).toEqual(
    failed('unreachable', true),
  );
});

test.each<[PushScenario, object]>([
  ['slow', sent],
  ...failingServices({
    unknown: failed('gone', true),
    gone: failed('gone', true),
    forbidden: failed('our-key', false),
  }),
])('[ALM-32] a push service that is %s: %j', async (scenario, outcome) => {
  const { send, set } = await subscribed({ retryAfter: '90' });
  set(scenario);
  expect(await send(alarmMessage())).toEqual(outcome);
  set('well');
  expect(await send(alarmMessage())).toEqual(sent);
});

test('[ALM-32] a date of a busy push service is obeyed', async () => {
  const { send, set } = await subscribed({ retryAfter: new Date(MESSAGE_AT + 45_000).toUTCString() });
  set('busy');
  expect(await send(alarmMessage())).toEqual(failed('too-many', false, 45_000));
});

test('[ALM-32] a push service that does not know our key, or whose clock says that it has expired, may accept it later', async () => {
  const { send, push, clock, answers } = await subscribed();
  const other = {
    kind: 'web-push',
    ...(await push.subscribe(vapidKeysFrom(newVapidKeys()).publicKey)),
  } as const;
  expect(await send(alarmMessage(), other)).toEqual(failed('our-key', false));
  expect(await send(alarmMessage())).toEqual(sent);
  clock.now += 13 * 3_600_000;
  expect(await send(alarmMessage())).toEqual(failed('our-key', false));
  expect(answers).toEqual([false, true, false]);
});

test('[ALM-32] without an answer a push service is unreachable', async () => {
  const { send, push } = await subscribed();
  await push.close();
  expect(await send(alarmMessage())).toEqual(failed('unreachable', false));
});

test('[ALM-32] a push service at a blocked address, or without https, gets nothing', async () => {
  const { guardedFetch } = await import('../../../outbound-http/guarded-fetch.ts');
  const publicOnly = await subscribed({}, { fetch: guardedFetch({ privateAllowed: false }) });
  expect(await publicOnly.send(alarmMessage())).toEqual(failed('not-allowed', true));
  const httpsOnly = await subscribed({}, { plainHttpAllowed: false });
  expect(await httpsOnly.send(alarmMessage())).toEqual(failed('not-allowed', true));
  expect([publicOnly.received(), httpsOnly.received()]).toEqual([[], []]);
});

test.each([
  ['an endpoint that is no address', { endpoint: 'nowhere' }, failed('refused', true)],
  ['an endpoint of another protocol', { endpoint: 'ftp://push.example/p' }, failed('not-allowed', true)],
  ['keys that are none', { keys: { p256dh: 'A'.repeat(87), auth: 'A'.repeat(22) } }, failed('refused', true)],
])('[ALM-32] %s: an outcome, and nothing is sent', async (_, wrong, outcome) => {
  const { send, address, received } = await subscribed();
  expect(await send(alarmMessage(), { ...address, ...wrong })).toEqual(outcome);
  expect(received()).toEqual([]);
});
