import { describe, expect, test, vi } from 'vitest';
import { episodesIn } from '../../../test/alarms/episodes.ts';
import { brokerUrl, onBroker } from '../../../test/brokers.ts';
import { openTestServer, type TestServer } from '../../../test/device-server.ts';
import { eachEngine } from '../../../test/engines.ts';
import { openFollows } from '../../../test/followers/follows.ts';
import { type MqttLamp, mqttLamp } from '../../../test/mqtt-lamp.ts';
import type { Store } from '../../store/store.ts';

const followersRights = 'see-now,see-day,lamps,get-alarms';

/** A broker that has Tealight's messages, and how a client with a code gets to it. */
type BrokerKind = {
  server(store: Store, adaId?: number, now?: () => number): Promise<TestServer>;
  client(server: TestServer, code: string): Promise<MqttLamp>;
};

const builtIn: BrokerKind = {
  server: (store, adaId, now = Date.now) =>
    openTestServer(store, adaId === undefined ? { now } : { adaId, now }),
  client: ({ devices }, code) => mqttLamp(`mqtt://127.0.0.1:${devices.mqttPort}`, { username: code }),
};
const external: BrokerKind = {
  /** Publishes once its node has the lock: then the glow is there. */
  async server(store, adaId, now = Date.now) {
    const server = await openTestServer(store, {
      mqttUrl: brokerUrl,
      now,
      ...(adaId !== undefined && { adaId }),
    });
    const topic = `tealight/${await server.code()}/glow`;
    const watcher = await mqttLamp(brokerUrl);
    await watcher.subscribe(topic);
    await server.keep(90 + (adaId === undefined ? 0 : 1));
    const value = adaId === undefined ? 90 : 91;
    await vi.waitFor(() => expect(watcher.glows().at(-1)?.value).toBe(value));
    await watcher.client.publishAsync(topic, '', { retain: true });
    await watcher.end();
    return server;
  },
  client: () => mqttLamp(brokerUrl),
};

/** The events of a code as a Home Assistant gets them. */
async function listenTo(kind: BrokerKind, server: TestServer, code: string) {
  const lamp = await kind.client(server, code);
  await lamp.client.subscribeAsync(`tealight/${code}/alarm`, { qos: 1 });
  const events = () => lamp.received.map(({ payload }) => JSON.parse(payload) as Record<string, unknown>);
  const types = () => events().map(({ event_type }) => event_type);
  return { ...lamp, events, types };
}

function eventsOn(kind: BrokerKind): void {
  eachEngine((open, newPlace) => {
    test('[ALM-39] one for each ring and one for the end, once, with QoS 1, not retained', async () => {
      const store = await open();
      await using server = await kind.server(store);
      const [code, wearerId] = [await server.code(), server.ada];
      const home = await listenTo(kind, server, code);
      const { ring, step, see, end } = episodesIn(store);
      const low = { wearerId, kind: 'urgent-low', name: 'low-1' } as const;
      await ring(low);
      await vi.waitFor(() => expect(home.types()).toEqual(['urgent-low']));
      expect(home.received[0]).toMatchObject({ topic: `tealight/${code}/alarm`, retain: false, qos: 1 });
      expect(home.events()[0]).toEqual({
        event_type: 'urgent-low',
        name: expect.any(String),
        kind: 'urgent-low',
        value: 52,
        unit: 'mg/dL',
        episode: expect.stringMatching(/^[a-z0-9]{12}-low-1$/),
      });
      // A changed text, the same news twice, and an alarm that was seen are no rings.
      await step({ ...low, mgdl: 50 }, 1);
      await step(low, 1);
      // The next step of the escalation, then a repeat.
      await step(low, 2);
      await vi.waitFor(() => expect(home.types()).toEqual(['urgent-low', 'urgent-low']));
      await ring(low, 2);
      await vi.waitFor(() => expect(home.types()).toHaveLength(3));
      await see(low);
      await end({ ...low, mgdl: 84 });
      store.changes.publish(wearerId, 'alarms');
      await vi.waitFor(() => expect(home.types().at(-1)).toBe('ended'));
      await ring({ wearerId, kind: 'no-data', mgdl: 84 });
      await vi.waitFor(() => expect(home.types().at(-1)).toBe('no-data'));
      expect(home.types()).toEqual(['urgent-low', 'urgent-low', 'urgent-low', 'ended', 'no-data']);
      expect(home.events().at(-2)).toMatchObject({ kind: 'urgent-low', value: 84 });
      expect(home.events().at(-1)).toMatchObject({ value: null });
      const late = await listenTo(kind, server, code);
      await ring({ wearerId, kind: 'high', mgdl: 260 });
      await vi.waitFor(() => expect(late.types()).toEqual(['high']));
      await Promise.all([home.end(), late.end()]);
    });

    test('[ALM-39] the end of an alarm names no value that is 15 minutes old: no data come', async () => {
      const store = await open();
      await using server = await kind.server(store);
      const home = await listenTo(kind, server, await server.code());
      const { ring, end } = episodesIn(store);
      const takenAt = Date.now() - 15 * 60_000;
      const low = { wearerId: server.ada, kind: 'low', mgdl: 62, takenAt } as const;
      await ring(low);
      await end(low);
      await vi.waitFor(() => expect(home.types().at(-1)).toBe('ended'));
      expect(home.events().at(-1)).toMatchObject({ kind: 'low', value: null });
      const recent = { ...low, name: 'low-2', takenAt: takenAt + 60_000 };
      await ring(recent);
      await vi.waitFor(() => expect(home.types().at(-1)).toBe('low'));
      await end(recent);
      await vi.waitFor(() => expect(home.types().at(-1)).toBe('ended'));
      expect(home.events().at(-1)).toMatchObject({ kind: 'low', value: 62 });
      await home.end();
    });

    test('[ALM-39] none for what happened before the node took over, and none for an alarm that never rang', async () => {
      const store = await open();
      const first = await kind.server(store);
      const { ring, see, step, end } = episodesIn(store);
      const wearerId = first.ada;
      const [old, recent] = [
        { wearerId, kind: 'high', name: 'high-1', mgdl: 260 } as const,
        { wearerId, kind: 'low', name: 'low-1' } as const,
      ];
      await ring({ ...old, at: Date.now() - 300_000 }, 2);
      await ring(recent, 2);
      await first[Symbol.asyncDispose]();
      await new Promise((resume) => setTimeout(resume, 5));
      await using server = await kind.server(store, wearerId);
      const home = await listenTo(kind, server, await server.code());
      await step(old, 2);
      await step(recent, 2);
      await see({ wearerId, kind: 'falling-fast' });
      await end({ wearerId, kind: 'falling-fast' });
      await end(old);
      await vi.waitFor(() => expect(home.types()).toEqual(['ended']));
      await ring(recent, 2);
      await vi.waitFor(() => expect(home.types()).toEqual(['ended', 'low']));
      await home.end();
    });

    test('[ALM-39] rings are sent also after the clock was set back, and none that was stored while it was ahead', async () => {
      const store = await open();
      const clock = { aheadMs: 3_600_000 };
      const now = () => Date.now() + clock.aheadMs;
      await using server = await kind.server(store, undefined, now);
      const wearerId = server.ada;
      const home = await listenTo(kind, server, await server.code());
      const { ring, step, end } = episodesIn(store);
      const low = { wearerId, kind: 'low', name: 'low-1' } as const;
      await ring({ ...low, at: now() });
      await vi.waitFor(() => expect(home.types()).toEqual(['low']));
      clock.aheadMs = 0;
      const stale = { wearerId, kind: 'high', name: 'high-1', mgdl: 260 } as const;
      await ring({ ...stale, at: Date.now() + 3_600_000 });
      await step(low, 1);
      await ring({ wearerId, kind: 'urgent-low', name: 'low-2' });
      await vi.waitFor(() => expect(home.types()).toEqual(['low', 'urgent-low']));
      await end(low);
      await vi.waitFor(() => expect(home.types()).toEqual(['low', 'urgent-low', 'ended']));
      await home.end();
    });

    test('[ALM-39] a follower who gets alarms has them below the own code, with the own name and unit', async () => {
      const place = await newPlace('migrated');
      await using store = await open(place);
      await using follows = await openFollows(store, place);
      await using server = await kind.server(store);
      const { ada } = server;
      const [ben, cleo] = [await follows.add(ada, followersRights), await follows.add(ada)];
      await store.follows.saveSettings(ada, ben, { unit: 'mmol/L', alias: 'My sister' });
      const codeOf = async (account: number) => (await store.codes.ensure(ada, account))?.code ?? '';
      const [bens, cleos] = [
        await listenTo(kind, server, await codeOf(ben)),
        await listenTo(kind, server, await codeOf(cleo)),
      ];
      await episodesIn(store).ring({ wearerId: ada, kind: 'low', mgdl: 63 });
      await vi.waitFor(() => expect(bens.types()).toEqual(['low']));
      expect(bens.events()[0]).toMatchObject({ name: 'My sister', value: 3.5, unit: 'mmol/L' });
      await episodesIn(store).end({ wearerId: ada, kind: 'low', mgdl: 90 });
      await vi.waitFor(() => expect(bens.types()).toEqual(['low', 'ended']));
      expect(cleos.types()).toEqual([]);
      await Promise.all([bens.end(), cleos.end()]);
    });
  });
}

describe('alarms as events on the built-in broker', () => eventsOn(builtIn));
onBroker(() => eventsOn(external));
