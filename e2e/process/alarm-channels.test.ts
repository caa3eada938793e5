import { activeAlarms, alarmChannels, type ReplyOf, saveAlarmChannel } from '@tealight/contract';
import { expect, onTestFinished, test, vi } from 'vitest';
import { send, type Wearer } from '../../simulators/fixtures/wearer.ts';
import { openNtfyServer, pressNtfyAction } from '../../simulators/push/ntfy.ts';
import { openPushService } from '../../simulators/push/push-service.ts';
import { openPushover } from '../../simulators/push/pushover.ts';
import { webhookReceiver } from '../../simulators/push/webhook.ts';
import { type Handler, serve } from '../../simulators/serve.ts';
import { alarmSite, ask, subscribeBrowser, wearerWithAlarms } from '../support/alarm-site.ts';
import { realProcess } from '../support/real-process.ts';

const pushover = { userKey: 'u'.repeat(30), appToken: 'a'.repeat(30) };

const read = async <Reply>(url: string, { token }: Wearer): Promise<Reply> =>
  (await (await fetch(url, { headers: { authorization: `Bearer ${token}` } })).json()) as Reply;

test('[ALM-29] [ALM-30] [ALM-43] an urgent low reaches a browser, ntfy, Pushover and a webhook from the real process, Seen on one silences all, and the log says nothing of it', async () => {
  const left = new AsyncDisposableStack();
  onTestFinished(() => left.disposeAsync());
  const [push, ntfy, loud] = [await openPushService(), await openNtfyServer(), await openPushover(pushover)];
  for (const { close } of [push, ntfy, loud]) left.defer(close);
  let receive: Handler = async () => new Response(null, { status: 500 });
  const hook = await serve((request) => receive(request));
  left.defer(hook.close);
  const site = left.use(await alarmSite());
  const { url, said } = left.use(await realProcess({ PUSHOVER_URL: loud.url, LOG_LEVEL: 'debug' }));
  await site.measures(110, 400);
  const ada = await wearerWithAlarms(url, site);
  const endpoint = await subscribeBrowser(url, ada, push);
  const add = (name: string, address: object) =>
    send(url + saveAlarmChannel.path, { name, hidesValues: false, address }, ada.token);
  await add('Bedside', { kind: 'ntfy', server: ntfy.url, topic: 'secret-topic', token: null });
  await add('Loud', { kind: 'pushover', ...pushover });
  const { secret } = (await add('Hook', { kind: 'webhook', url: hook.url, hasValue: true })) as {
    secret: string;
  };
  const { handler, events } = webhookReceiver({ secret });
  receive = handler;

  await site.measures(52);
  await ask(url, ada);
  const name = ada.firstName;
  await vi.waitFor(() => {
    expect(push.messages(endpoint)).toHaveLength(1);
    expect(ntfy.messages('secret-topic')).toHaveLength(1);
    expect(loud.messages).toHaveLength(1);
    expect(events).toHaveLength(1);
  });
  const [message] = push.messages(endpoint);
  expect(message).toMatchObject({ urgency: 'high', ttl: 300, bytes: 615 });
  expect(JSON.parse(message?.text ?? '')).toMatchObject({ title: `${name}: urgent low 52 →`, rank: 1 });
  expect(ntfy.messages('secret-topic')[0]).toMatchObject({ title: `${name}: urgent low 52 →`, priority: 5 });
  expect(loud.messages[0]).toMatchObject({ title: `${name}: urgent low 52 →`, priority: 2 });
  expect(events[0]?.event).toMatchObject({ data: { kind: 'urgent-low', value: 52, unit: 'mg/dL' } });

  const [seen] = ntfy.messages('secret-topic')[0]?.actions ?? [];
  if (seen === undefined) throw new Error('The message has no button');
  expect((await pressNtfyAction(seen)).status).toBe(200);
  await vi.waitFor(() => {
    expect([...loud.receipts.values()].map(({ canceled }) => canceled)).toEqual([true]);
    expect(push.messages(endpoint)).toHaveLength(2);
  });
  const last = JSON.parse(push.messages(endpoint)[1]?.text ?? '');
  expect(last).toMatchObject({ silent: true, text: expect.stringContaining(`Seen by ${name}`) });
  const active = await read<ReplyOf<typeof activeAlarms>>(url + activeAlarms.path, ada);
  expect(active.wearers[0]?.alarms[0]?.seen?.by).toBe(name);
  const { channels } = await read<ReplyOf<typeof alarmChannels>>(url + alarmChannels.path, ada);
  // Nothing has said that the browser has shown it.
  expect(channels.map(({ kind, reachedAt }) => `${kind} ${reachedAt !== null}`)).toEqual([
    ...['web-push false', 'ntfy true', 'pushover true', 'webhook true'],
  ]);
  const token = JSON.parse(message?.text ?? '').token as string;
  for (const word of [
    name,
    'secret-topic',
    pushover.userKey,
    secret,
    endpoint,
    token,
    hook.url,
    'urgent low 52',
  ])
    expect(said()).not.toContain(word);
});

test('[ALM-32] [ALM-42] a push service that is slow, busy, down or hangs keeps no message from other services, and gets each once when it is back', async () => {
  const left = new AsyncDisposableStack();
  onTestFinished(() => left.disposeAsync());
  const [push, other] = [await openPushService({ retryAfter: '1' }), await openPushService()];
  for (const { close } of [push, other]) left.defer(close);
  const site = left.use(await alarmSite());
  const { url } = left.use(await realProcess());
  await site.measures(110, 400);
  const ada = await wearerWithAlarms(url, site);
  const scenarios = ['slow', 'busy', 'down', 'hanging', 'forbidden'] as const;
  const endpoints: string[] = [];
  for (const scenario of scenarios) {
    const endpoint = await subscribeBrowser(url, ada, push);
    push.setScenario(endpoint, scenario);
    endpoints.push(endpoint);
  }
  const gone = await subscribeBrowser(url, ada, push);
  push.setScenario(gone, 'gone');
  const well = await subscribeBrowser(url, ada, other);
  await site.measures(52);
  await ask(url, ada);
  await vi.waitFor(() => expect(other.messages(well)).toHaveLength(1));
  const listed = async () =>
    (await read<ReplyOf<typeof alarmChannels>>(url + alarmChannels.path, ada)).channels;
  await vi.waitFor(async () => expect(await listed()).toHaveLength(6));
  await vi.waitFor(async () => {
    const failures = (await listed()).map(({ failure }) => failure);
    expect(failures).toEqual([null, 'too-many', 'unreachable', 'unreachable', 'our-key', null]);
  });
  for (const endpoint of endpoints) push.setScenario(endpoint, 'well');
  await vi.waitFor(
    () => {
      expect(endpoints.map((endpoint) => push.messages(endpoint).length)).toEqual([1, 1, 1, 1, 1]);
    },
    { timeout: 45_000, interval: 100 },
  );
});
