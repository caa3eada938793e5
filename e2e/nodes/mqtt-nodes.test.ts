import { announceHome, deleteAccount, newConnectionCode, saveRange } from '@tealight/contract';
import { expect, onTestFinished, test, vi } from 'vitest';
import { type MqttLamp, mqttLamp } from '../../server/test/mqtt-lamp.ts';
import { send, type Wearer, wearerOf } from '../../simulators/fixtures/wearer.ts';
import { postgresAnswers } from '../browser/support/database.ts';
import { hasMosquitto, type OwnBroker, ownBroker } from '../support/own-broker.ts';
import { tcpProxy } from '../support/tcp-proxy.ts';
import { twoNodes } from '../support/two-nodes.ts';

/** Two nodes on one database and one broker, each with its own connection to the broker; the first publishes. */
async function nodesAtBroker() {
  const left = new AsyncDisposableStack();
  onTestFinished(() => left.disposeAsync());
  const broker = left.use(await ownBroker());
  const proxy = async () => {
    const way = left.use(await tcpProxy(broker.port));
    return { way, environment: { MQTT_URL: `mqtt://127.0.0.1:${way.port}` } };
  };
  const [first, second] = [await proxy(), await proxy()];
  const wearers: Wearer[] = [];
  const alone = async ({ url }: { url: string }) => void wearers.push(await wearerOf(url));
  const nodes = left.use(await twoNodes({ one: first.environment, other: second.environment, alone }));
  const { ada, ask } = nodes;
  const [eve = ada] = wearers;
  const [one, other] = [
    { ...nodes.one, proxy: first.way },
    { ...nodes.other, proxy: second.way },
  ];
  // The glow of a new wearer is published with the first change.
  const range = { unit: 'mg/dL', high: 180, inRange: 110, low: 70 };
  for (const { token } of [ada, eve]) await send(one.url + saveRange.path, range, token);
  const rows = async () =>
    (await ask('select topic from mqtt_topics order by topic')).map(({ topic }) => topic);
  const eves = glowOf(await codeOf(one.url, eve));
  /** Ada's topic and Eve's, in order. */
  const withEves = (topic: string) => [topic, eves].sort();
  return { broker, one, other, ada, eve, rows, withEves };
}

/** What is retained on the broker now. */
async function retained({ url }: OwnBroker): Promise<string[]> {
  const lamp = await mqttLamp(url);
  await lamp.subscribe('#');
  await settled(lamp);
  await lamp.end();
  return lamp.received.flatMap(({ topic, retain }) => (retain ? [topic] : [])).sort();
}

/** Retained messages arrive first; a message that the client sends itself arrives after them. */
async function settled(lamp: MqttLamp): Promise<void> {
  await lamp.client.publishAsync('done', 'x', { qos: 1 });
  await vi.waitFor(() => expect(lamp.received.some(({ topic }) => topic === 'done')).toBe(true));
}

const renew = async (url: string, { token }: Wearer) =>
  ((await send(url + newConnectionCode.path, {}, token)) as { connectionCode: string }).connectionCode;
const glowOf = (code: string) => `tealight/${code.replace('-', '')}/glow`;
const codeOf = async (url: string, { token }: Wearer): Promise<string> => {
  const headers = { authorization: `Bearer ${token}` };
  const me = await fetch(`${url}/api/v1/UserProfile/current-user`, { headers });
  return ((await me.json()) as { connectionCode: string }).connectionCode;
};

const ready = (await postgresAnswers()) && hasMosquitto();

test.runIf(ready)(
  '[OPS-2] a node that cannot reach the broker hands publishing over to one that can',
  async () => {
    const { broker, one, other, ada, rows, withEves } = await nodesAtBroker();
    const first = glowOf(await codeOf(one.url, ada));
    await vi.waitFor(async () => expect(await retained(broker)).toEqual(withEves(first)));
    one.proxy.cut();
    const second = glowOf(await renew(one.url, ada));
    await vi.waitFor(async () => expect(await retained(broker)).toEqual(withEves(second)));
    one.proxy.open();
    other.proxy.cut();
    const third = glowOf(await renew(other.url, ada));
    await vi.waitFor(async () => expect(await retained(broker)).toEqual(withEves(third)));
    await vi.waitFor(async () => expect(await rows()).toEqual(withEves(third)));
  },
);

test.runIf(ready)(
  '[OPS-2] everything is published again to a broker that lost its messages, and to one that was frozen',
  async () => {
    const { broker, one, ada, withEves } = await nodesAtBroker();
    const first = glowOf(await codeOf(one.url, ada));
    await vi.waitFor(async () => expect(await retained(broker)).toEqual(withEves(first)));
    await broker.stop();
    await broker.start();
    await vi.waitFor(async () => expect(await retained(broker)).toEqual(withEves(first)));
    broker.freeze();
    const second = glowOf(await renew(one.url, ada));
    await vi.waitFor(() => expect(one.said()).toMatch(/mqtt-lost.*mqtt-lost/s));
    broker.thaw();
    await vi.waitFor(async () => expect(await retained(broker)).toEqual(withEves(second)));
  },
);

test.runIf(ready)(
  '[DASH-4] [OPS-2] old codes and deleted accounts are cleared from a broker that was unreachable at the time',
  async () => {
    const { broker, one, other, ada, eve, rows } = await nodesAtBroker();
    await send(one.url + announceHome.path, { announce: true }, eve.token);
    await send(one.url + announceHome.path, { announce: true }, ada.token);
    await vi.waitFor(async () => expect(await retained(broker)).toHaveLength(4));
    one.proxy.cut();
    other.proxy.cut();
    const code = glowOf(await renew(one.url, ada));
    await send(one.url + announceHome.path, { announce: false }, ada.token);
    await send(one.url + deleteAccount.path, { password: eve.password }, eve.token);
    await one.kill();
    await other.kill();
    expect(await retained(broker)).toHaveLength(4);
    await other.restart();
    other.proxy.open();
    // The lock of the killed leader lasts 15 s.
    await vi.waitFor(async () => expect(await retained(broker)).toEqual([code]), 60_000);
    await vi.waitFor(async () => expect(await rows()).toEqual([code]));
  },
);
