import { expect, onTestFinished, test } from 'vitest';
import type { PushScenario } from '../../../../simulators/push/scenarios.ts';
import { openWebhookReceiver } from '../../../../simulators/push/webhook.ts';
import {
  alarmMessage,
  channelHttp,
  failed,
  failingServices,
  MESSAGE_AT,
  sent,
} from '../../../test/alarms/channel-messages.ts';
import type { AlarmMessage } from './channel.ts';
import { newWebhookSecret, webhookChannel } from './webhook.ts';

/** A receiver with a secret, and a channel that signs with it. */
async function webhook(hasValue = true) {
  const clock = { now: MESSAGE_AT };
  const secret = newWebhookSecret();
  const receiver = await openWebhookReceiver({ secret, clock: () => clock.now, retryAfter: '90' });
  onTestFinished(receiver.close);
  const send = (message: AlarmMessage, secrets = [secret], now = MESSAGE_AT) => {
    const address = { kind: 'webhook', url: `${receiver.url}/alarms?key=1`, hasValue, secrets } as const;
    return webhookChannel(channelHttp({ now: () => now })).send(address, message);
  };
  return { ...receiver, clock, secret, send };
}

test('[ALM-38] an alarm arrives signed, with what it is about', async () => {
  const { send, events } = await webhook();
  expect(await send(alarmMessage())).toEqual(sent);
  expect(events).toEqual([
    {
      id: expect.stringMatching(/^msg_[\w-]{22}$/),
      timestamp: MESSAGE_AT / 1000,
      signatures: 1,
      event: {
        type: 'alarm',
        timestamp: '2026-11-21T03:30:00.000Z',
        data: {
          episode: '7',
          wearer: 'wearer-1',
          name: 'Ada',
          kind: 'urgent-low',
          reason: 'rings',
          rank: 1,
          takenAt: '2026-11-21T03:28:00.000Z',
          value: 52,
          unit: 'mg/dL',
        },
      },
    },
  ]);
});

test('[ALM-38] no value is in an event unless the user has asked for it', async () => {
  const { send, events } = await webhook(false);
  await send(alarmMessage());
  expect(events[0]?.event.data).toMatchObject({ kind: 'urgent-low' });
  expect(events[0]?.event.data).not.toHaveProperty('value');
  expect(events[0]?.event.data).not.toHaveProperty('unit');
});

test('[ALM-38] a test is marked as one', async () => {
  const { send, events } = await webhook();
  await send(alarmMessage({ alarm: null }));
  expect(events[0]?.event).toEqual({ type: 'test', timestamp: '2026-11-21T03:30:00.000Z', data: {} });
});

test('[ALM-38] every try of a message has the same id and its own time; other messages have other ids', async () => {
  const { send, events, clock } = await webhook();
  await send(alarmMessage());
  clock.now += 600_000;
  await send(alarmMessage(), undefined, MESSAGE_AT + 600_000);
  await send(alarmMessage({ token: 'another' }), undefined, MESSAGE_AT + 600_000);
  const [first, again, other] = events;
  expect(again?.id).toBe(first?.id);
  expect((again?.timestamp ?? 0) - (first?.timestamp ?? 0)).toBe(600);
  expect(other?.id).not.toBe(first?.id);
  expect(first?.id).not.toContain('token');
});

test('[ALM-38] while a secret changes, a receiver with either one accepts', async () => {
  const { send, events, secret } = await webhook();
  expect(await send(alarmMessage(), [newWebhookSecret(), secret])).toEqual(sent);
  expect(await send(alarmMessage(), [secret, newWebhookSecret()])).toEqual(sent);
  expect(events.map(({ signatures }) => signatures)).toEqual([2, 2]);
  expect(await send(alarmMessage(), [newWebhookSecret()])).toEqual(failed('refused', true));
});

test.each([
  [5 * 60_000, sent],
  [5 * 60_000 + 1000, failed('refused', true)],
  [-5 * 60_000 - 1000, failed('refused', true)],
])('[ALM-38] a receiver whose clock differs by %i ms: %j', async (differenceMs, outcome) => {
  const { send, clock } = await webhook();
  clock.now += differenceMs;
  expect(await send(alarmMessage())).toEqual(outcome);
});

test('[ALM-38] the receiver of the tests accepts the example of the libraries of Standard Webhooks', async () => {
  const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
  const { url, close } = await openWebhookReceiver({ secret, clock: () => 1_614_265_330_000 });
  onTestFinished(close);
  const headers = {
    'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    'webhook-timestamp': '1614265330',
    'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  };
  const post = (body: string) => fetch(url, { method: 'POST', headers, body });
  expect((await post('{"test": 2432232314}')).status).toBe(204);
  expect((await post('{"test": 2432232315}')).status).toBe(401);
});

test('[ALM-38] secrets are 32 random bytes', () => {
  const secrets = Array.from({ length: 100 }, newWebhookSecret);
  expect(new Set(secrets).size).toBe(100);
  for (const secret of secrets) expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
});

test('[ALM-38] nothing is sent unsigned', async () => {
  const { send, events } = await webhook();
  for (const secrets of [[], [''], ['whsec_'], ['no secret'], [newWebhookSecret(), 'whsec_']])
    expect(await send(alarmMessage(), secrets)).toEqual(failed('unreachable', true));
  expect(events).toEqual([]);
});

test.each<[PushScenario, object]>([['slow', sent], ...failingServices({ gone: failed('gone', true) })])(
  '[ALM-38] a receiver that is %s: %j',
  async (scenario, outcome) => {
    const { send, setScenario, events } = await webhook();
    setScenario(scenario);
    expect(await send(alarmMessage())).toEqual(outcome);
    expect(events).toHaveLength(scenario === 'slow' ? 1 : 0);
  },
);
