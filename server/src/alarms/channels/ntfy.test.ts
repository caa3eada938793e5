import { expect, onTestFinished, test } from 'vitest';
import { type NtfyAction, openNtfyServer, pressNtfyAction } from '../../../../simulators/push/ntfy.ts';
import type { PushScenario } from '../../../../simulators/push/scenarios.ts';
import { serve } from '../../../../simulators/serve.ts';
import {
  alarmMessage,
  channelHttp,
  failed,
  failingServices,
  sent,
} from '../../../test/alarms/channel-messages.ts';
import type { AlarmMessage } from './channel.ts';
import { ntfyChannel } from './ntfy.ts';

const TOKEN = 'tk_secret';

/** A topic that needs a token, and one that is open. */
async function ntfy() {
  const server = await openNtfyServer({ tokens: { family: TOKEN }, retryAfter: '90' });
  onTestFinished(server.close);
  const send = (message: AlarmMessage, topic = 'family', token: string | null = TOKEN, path = '') =>
    ntfyChannel(channelHttp()).send({ kind: 'ntfy', server: server.url + path, topic, token }, message);
  return { ...server, send };
}

test('[ALM-37] an alarm arrives on a topic with its buttons, which do what they say', async () => {
  const pressed: unknown[] = [];
  const api = await serve(async (request) => {
    const { method, headers, url } = request;
    pressed.push([method, headers.get('content-type'), new URL(url).pathname, await request.json()]);
    return new Response(null, { status: 204 });
  });
  onTestFinished(api.close);
  const { send, messages } = await ntfy();
  expect(await send(alarmMessage({ api: `${api.url}/api/v1/Alarms` }))).toEqual(sent);
  const [message] = messages('family');
  expect(message).toMatchObject({
    title: 'Ada: urgent low 52 ↓',
    message: '2 min ago',
    priority: 5,
    tags: ['tealight'],
    click: 'https://tealight.example/alarm#token',
    actions: [
      { action: 'http', label: 'Seen', clear: true },
      { action: 'http', label: 'Snooze 30 min', clear: true },
    ],
  });
  for (const action of message?.actions ?? []) await pressNtfyAction(action);
  const call = ['POST', 'application/json', '/api/v1/Alarms/act'];
  const token = 'token-of-this-message';
  expect(pressed).toEqual([
    [...call, { token, action: 'seen' }],
    [...call, { token, action: 'snooze' }],
  ]);
});

test.each([
  [1, 'normal', 5],
  [1, 'silent', 2],
  [2, 'normal', 4],
  [4, 'normal', 4],
  [5, 'normal', 3],
  [8, 'normal', 3],
  [8, 'loud', 5],
  [8, 'silent', 2],
] as const)('[ALM-37] rank %i, %s: priority %i', async (rank, loudness, priority) => {
  const { send, messages } = await ntfy();
  await send(alarmMessage({ rank, loudness }));
  expect(messages('family')[0]?.priority).toBe(priority);
});

test('[ALM-37] an open topic needs no token; another topic’s token is refused', async () => {
  const { send, messages } = await ntfy();
  expect(await send(alarmMessage(), 'open', null, '/some/path')).toEqual(sent);
  expect(messages('open')).toHaveLength(1);
  expect(await send(alarmMessage(), 'family', 'other')).toEqual(failed('refused', true));
  expect(await send(alarmMessage(), 'family', null)).toEqual(failed('refused', true));
});

test('[ALM-37] a message without a text has its title as text, and one without buttons has none', async () => {
  const { send, messages } = await ntfy();
  await send(alarmMessage({ text: '', actions: [] }));
  expect(messages('family')[0]).toMatchObject({ message: 'Ada: urgent low 52 ↓', actions: [] });
  expect(messages('family')[0]).not.toHaveProperty('title');
});

test('[ALM-37] long texts are cut, and there are three buttons at most', async () => {
  const { send, messages } = await ntfy();
  const action = { action: 'seen', label: 'Seen' } as const;
  const long = '🙂'.repeat(5000);
  const actions = [action, action, action, action];
  expect(await send(alarmMessage({ title: long, text: long, actions }))).toEqual(sent);
  const [message] = messages('family');
  expect([[...(message?.title ?? '')].length, [...(message?.message ?? '')].length]).toEqual([250, 1000]);
  expect(message?.actions satisfies NtfyAction[] | undefined).toHaveLength(3);
});

test.each<[PushScenario, object]>([['slow', sent], ...failingServices()])(
  '[ALM-37] an ntfy server that is %s: %j',
  async (scenario, outcome) => {
    const { send, setScenario } = await ntfy();
    setScenario(scenario);
    expect(await send(alarmMessage())).toEqual(outcome);
  },
);

test.each([
  ['ftp://ntfy.example', failed('not-allowed', true)],
  ['https://user:password@ntfy.example', failed('refused', true)],
  ['nowhere', failed('refused', true)],
])('[ALM-37] %s is no server that can be sent to', async (server, outcome) => {
  const address = { kind: 'ntfy', server, topic: 'family', token: null } as const;
  expect(await ntfyChannel(channelHttp()).send(address, alarmMessage())).toEqual(outcome);
});
