import { expect, onTestFinished, test } from 'vitest';
import { openPushover } from '../../../../simulators/push/pushover.ts';
import type { PushScenario } from '../../../../simulators/push/scenarios.ts';
import { serve } from '../../../../simulators/serve.ts';
import {
  alarmMessage,
  channelHttp,
  failed,
  failingServices,
  sent,
} from '../../../test/alarms/channel-messages.ts';
import { guardedFetch } from '../../outbound-http/guarded-fetch.ts';
import type { AddressOf, AlarmMessage } from './channel.ts';
import { CHANNEL_FETCH_LIMITS } from './post.ts';
import { pushoverChannel } from './pushover.ts';
import { cancelPushoverReceipt, pushoverReceipt } from './pushover-receipts.ts';

const address: AddressOf<'pushover'> = {
  kind: 'pushover',
  userKey: 'uQiRzpo4DXghDmr9QzzfQu27cmVRsG',
  appToken: 'azGDORePK8gMaC0QOYAMyEEuzJnyUi',
};

async function pushover() {
  const service = await openPushover({ ...address, retryAfter: '90' });
  onTestFinished(service.close);
  const dependencies = { ...channelHttp(), baseUrl: service.url };
  const send = (message: AlarmMessage, to = address) => pushoverChannel(dependencies).send(to, message);
  /** Sends an alarm that repeats; returns its receipt. */
  const sendLoud = async () => {
    const outcome = await send(alarmMessage());
    return (outcome.isSent && outcome.receipt) || 'none';
  };
  const ask = (receipt: string) => pushoverReceipt(address, receipt, dependencies);
  const cancel = (receipt: string) => cancelPushoverReceipt(address, receipt, dependencies);
  return { ...service, send, sendLoud, ask, cancel };
}

test('[ALM-37] an urgent low repeats until it is acknowledged or the next one is due', async () => {
  const { send, messages, receipts } = await pushover();
  const outcome = await send(alarmMessage());
  expect(outcome).toEqual({ isSent: true, receipt: [...receipts.keys()][0] });
  expect(messages).toEqual([
    {
      title: 'Ada: urgent low 52 ↓',
      message: '2 min ago',
      priority: 2,
      retry: 60,
      expire: 300,
      url: 'https://tealight.example/alarm#token',
      url_title: 'Tealight',
      timestamp: 1_795_231_800,
    },
  ]);
});

test.each([
  [1, 'normal', 2],
  [1, 'silent', -1],
  [2, 'normal', 1],
  [4, 'normal', 1],
  [5, 'normal', 0],
  [8, 'loud', 2],
  [8, 'silent', -1],
] as const)('[ALM-37] rank %i, %s: priority %i', async (rank, loudness, priority) => {
  const { send, messages } = await pushover();
  const outcome = await send(alarmMessage({ rank, loudness }));
  expect(messages[0]?.priority).toBe(priority);
  expect(outcome.isSent && outcome.receipt !== null).toBe(priority === 2);
});

test.each([
  [5, 30],
  [300.7, 300],
  [86_400, 10_800],
])('[ALM-37] after %d s a message is of no use: it repeats for %i s', async (ttlSeconds, expire) => {
  const { send, messages } = await pushover();
  await send(alarmMessage({ ttlSeconds }));
  expect(messages[0]).toMatchObject({ retry: 60, expire });
});

test('[ALM-37] a new text without sound is removed when the next one is due; what has rung stays', async () => {
  const { send, messages } = await pushover();
  const { alarm } = alarmMessage();
  await send(alarmMessage({ alarm: alarm && { ...alarm, reason: 'text' }, loudness: 'silent' }));
  await send(alarmMessage({ rank: 7 }));
  expect(messages.map(({ ttl }) => ttl)).toEqual([300, undefined]);
});

test('[ALM-37] texts are cut to what Pushover takes, and an address that is too long is left out', async () => {
  const { send, messages } = await pushover();
  const long = '🙂'.repeat(2000);
  await send(alarmMessage({ title: long, text: long, link: `https://tealight.example/${'a'.repeat(488)}` }));
  await send(alarmMessage({ title: long, text: '', link: `https://tealight.example/${'a'.repeat(487)}` }));
  const lengths = messages.map(({ title = '', message }) => [[...title].length, [...message].length]);
  expect(lengths).toEqual([
    [250, 1024],
    [0, 1024],
  ]);
  expect(messages.map(({ url }) => url?.length)).toEqual([undefined, 512]);
});

test.each([
  ['user key', { userKey: 'u'.repeat(30) }],
  ['application token', { appToken: 'a'.repeat(30) }],
])('[ALM-37] another %s is refused', async (_, other) => {
  const { send, messages } = await pushover();
  expect(await send(alarmMessage(), { ...address, ...other })).toEqual(failed('refused', true));
  expect(messages).toEqual([]);
});

test.each(failingServices())('[ALM-37] a Pushover that is %s: %j', async (scenario, outcome) => {
  const { send, setScenario } = await pushover();
  setScenario(scenario);
  expect(await send(alarmMessage())).toEqual(outcome);
  setScenario('slow');
  expect(await send(alarmMessage())).toMatchObject({ isSent: true });
});

test.each([
  ['not JSON', sent],
  ['[1]', sent],
  ['{"status":1,"receipt":"../messages"}', sent],
  ['{"status":0}', failed('refused', true)],
  [' '.repeat(70_000), sent],
])('[ALM-37] an accepted message whose answer begins %.40j: %j', async (answer, outcome) => {
  const { url, close } = await serve(async () => new Response(answer));
  onTestFinished(close);
  const channel = pushoverChannel({ ...channelHttp(), baseUrl: url });
  expect(await channel.send(address, alarmMessage())).toEqual(outcome);
});

test('[ALM-37] a receipt says whether somebody has seen the alarm', async () => {
  const { sendLoud, ask, acknowledge, expire } = await pushover();
  const [one, two] = [await sendLoud(), await sendLoud()];
  expect([await ask(one), await ask(two)]).toEqual(['waiting', 'waiting']);
  acknowledge(one);
  expire(two);
  expect([await ask(one), await ask(two)]).toEqual(['seen', 'unknown']);
  expect([await ask('other'), await ask('../messages')]).toEqual(['unknown', 'unknown']);
});

test.each<PushScenario>(['busy', 'down', 'hanging'])(
  '[ALM-37] while Pushover is %s, a receipt waits',
  async (scenario) => {
    const { sendLoud, ask, acknowledge, cancel, setScenario } = await pushover();
    const receipt = await sendLoud();
    acknowledge(receipt);
    setScenario(scenario);
    expect([await ask(receipt), await cancel(receipt)]).toEqual(['waiting', false]);
    setScenario('well');
    expect(await ask(receipt)).toBe('seen');
  },
);

test('[ALM-37] a message that somebody has seen elsewhere stops repeating', async () => {
  const { sendLoud, cancel, receipts } = await pushover();
  const receipt = await sendLoud();
  expect(await cancel(receipt)).toBe(true);
  expect(receipts.get(receipt)).toMatchObject({ canceled: true });
  expect([await cancel('other'), await cancel('../messages')]).toEqual([false, false]);
});

test('[ALM-42] a Pushover that does not answer about receipts holds up a message for less time than it is claimed', async () => {
  const silent = await serve(() => new Promise(() => {}));
  onTestFinished(silent.close);
  const fetch = guardedFetch({ privateAllowed: true, ...CHANNEL_FETCH_LIMITS });
  const dependencies = { ...channelHttp({ fetch }), baseUrl: silent.url };
  const calls = Promise.all([
    pushoverReceipt(address, 'receipt', dependencies),
    cancelPushoverReceipt(address, 'receipt', dependencies),
  ]);
  const tooLate = new Promise((resolve) => setTimeout(resolve, 5000, 'too late').unref());
  expect(await Promise.race([calls, tooLate])).toEqual(['waiting', false]);
});
