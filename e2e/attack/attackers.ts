import { connect } from 'node:net';
import { connectCalls, currentUser } from '@tealight/contract';
import { wearerOf } from '../../simulators/fixtures/wearer.ts';
import { waysIn } from '../support/clients.ts';
import { hostileScenarios } from '../support/hostile/hostile-answers.ts';
import { serveHostile } from '../support/hostile/hostile-vendor.ts';
import { type AnonymousClient, generatedRequest } from './generated-requests.ts';
import type { Random } from './random.ts';

/** What the attack has found so far. */
export type Seen = {
  /** Number of answers by status; 0 stands for no answer. */
  statuses: Map<number, number>;
  /** Answers with status 500 and above, and answers that contain someone else's secret, each with its request, without values. */
  faults: string[];
};

/** What is attacked, and until when. */
export type Attack = {
  target: { url: string; mqttPort: number };
  anonymousClient: AnonymousClient;
  random: Random;
  seen: Seen;
  /** Texts that no answer may contain. */
  forbidden: readonly string[];
  stop: AbortSignal;
};

/** What no answer may contain: file paths of the code, table names, names of database engines. */
const leaks = /\bat \S+ \(?\S+:\d+:\d+|node_modules|SQLITE|\bkysely\b|password_hash|email_key|ZodError/;
const MAX_FAULTS = 20;
/** How long an answer may take before it counts as missing. */
const ANSWER_MS = 30_000;
/** Requests that one attacker has in flight at once. */
const SIDE_BY_SIDE = 16;
const pause = (ms: number) => new Promise((resume) => setTimeout(resume, ms));

/** An attacker with a confirmed account and a connection code of their own. */
export async function anonymousClientAt(url: string): Promise<AnonymousClient> {
  const { email, password, token } = await wearerOf(url);
  const headers = { authorization: `Bearer ${token}` };
  const user = (await (await fetch(url + currentUser.path, { headers })).json()) as {
    connectionCode: string;
  };
  return { email, password, token, code: user.connectionCode };
}

/** Thousands of concurrent requests to every call and every other address. */
export async function requests(attack: Attack): Promise<void> {
  const one = async () => {
    while (!attack.stop.aborted) await ask(attack);
  };
  await Promise.all(Array.from({ length: SIDE_BY_SIDE }, one));
}

async function ask({ target, anonymousClient, random, seen, forbidden }: Attack): Promise<void> {
  const { method, path, headers, body } = generatedRequest(random, anonymousClient);
  const place = { 'x-forwarded-for': `198.51.100.${random.below(200)}` };
  const init = { method, headers: { ...place, ...headers }, redirect: 'manual' as const };
  const about = `${method} ${path.split('?', 1)[0]?.slice(0, 80)}`;
  let isBegun = false;
  try {
    const signal = AbortSignal.timeout(ANSWER_MS);
    const answer = await fetch(target.url + path, { ...init, signal, ...(body !== undefined && { body }) });
    isBegun = true;
    // An event stream would never end.
    const isStream = /event-stream/.test(answer.headers.get('content-type') ?? '');
    const text = isStream ? '' : await answer.text();
    if (isStream) await answer.body?.cancel();
    count(seen, answer.status);
    // 503 with Retry-After is a valid answer to an overload.
    const isFault = answer.status >= 500 && !(answer.status === 503 && answer.headers.has('retry-after'));
    if (isFault) fault(seen, `${answer.status} ${about}: ${text.slice(0, 200)}`);
    if (leaks.test(text) || forbidden.some((secret) => text.includes(secret))) fault(seen, `leak ${about}`);
  } catch (error) {
    // A connection may be closed to make room for others; a request that gets no answer is a fault.
    count(seen, 0);
    if ((error as Error).name === 'TimeoutError')
      fault(seen, `${isBegun ? 'an answer without end' : 'no answer'} ${about}`);
  }
}

const count = ({ statuses }: Seen, status: number) => statuses.set(status, (statuses.get(status) ?? 0) + 1);
const fault = ({ faults }: Seen, what: string) => {
  if (faults.length < MAX_FAULTS) faults.push(what);
};

/** Devices and pages that connect by every protocol, stop reading, and drop the connection. */
export async function reconnectingDevices({ target, anonymousClient, random, stop }: Attack): Promise<void> {
  const open: { destroy(): void; pause(): void }[] = [];
  while (!stop.aborted) {
    const deviceId = `d${random.below(20)}`;
    open.push(random.oneOf(Object.values(waysIn))({ ...target, ...anonymousClient, deviceId }));
    if (random.below(3) === 0) random.oneOf(open).pause();
    if (open.length > 150) open.splice(random.below(open.length), 1)[0]?.destroy();
    await pause(15);
  }
  for (const client of open) client.destroy();
}

/** Bytes of no protocol, to both ports, and requests that are never completed. */
export async function idleAndFloodingSockets({ target, random, stop }: Attack): Promise<void> {
  const ports = [Number(new URL(target.url).port), target.mqttPort];
  const noises = [
    ...[
      'GET / HTTP/1.1\r\n',
      'POST /api/v1/Authorization/sign-in HTTP/1.1\r\nHost: x\r\nContent-Length: 60000\r\n\r\n{',
    ],
    ...[
      '\x10\xff\xff\xff\x7f',
      '\x10\x0c\x00\x04MQTT\x04\x02\x00\x3c\x00\x00',
      '\0'.repeat(70_000),
      'x'.repeat(70_000),
      '',
    ],
    `GET /device/v1/feed HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: upgrade\r\n\r\n`,
    `GET /x HTTP/1.1\r\nHost: x\r\n${'a: b\r\n'.repeat(5000)}`,
  ];
  const open: ReturnType<typeof connect>[] = [];
  while (!stop.aborted) {
    const socket = connect({ port: random.oneOf(ports), host: '127.0.0.1' });
    socket.on('error', () => {}).on('data', () => {});
    socket.write(Buffer.from(random.oneOf(noises), 'latin1'));
    open.push(socket);
    if (open.length > 500) open.shift()?.destroy();
    await pause(10);
  }
  for (const socket of open) socket.destroy();
}

/** Connects the attacker's own Nightscout, which gives every kind of bad answer, one after the other. */
export async function hostileNightscoutSites({
  target,
  anonymousClient,
  random,
  stop,
}: Attack): Promise<void> {
  const sites = await Promise.all(hostileScenarios.map((scenario) => serveHostile('nightscout', scenario)));
  while (!stop.aborted) {
    const body = JSON.stringify({ endpoint: random.oneOf(sites).url, apiSecret: 'a secret of the attacker' });
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${anonymousClient.token}` };
    await fetch(target.url + connectCalls.nightScout.path, { method: 'POST', headers, body }).then(
      (answer) => answer.arrayBuffer(),
      () => {},
    );
    await pause(500);
  }
  await Promise.all(sites.map((site) => site[Symbol.asyncDispose]()));
}
