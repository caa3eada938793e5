import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, expect, test, vi } from 'vitest';
import { brokerUrl, onBroker } from '../../../../test/brokers.ts';
import { openTestServer, type TestServer } from '../../../../test/device-server.ts';
import { eachEngine } from '../../../../test/engines.ts';
import { openFollows } from '../../../../test/followers/follows.ts';
import { type MqttLamp, mqttLamp } from '../../../../test/mqtt-lamp.ts';
import { localChanges } from '../../../store/changes.ts';

const left: string[] = [];

/** Removes the retained messages of these tests from the broker. */
afterAll(async () => {
  if (left.length === 0) return;
  const cleaner = await mqttLamp(brokerUrl);
  await Promise.all(left.map((topic) => cleaner.client.publishAsync(topic, '', { retain: true })));
  await cleaner.end();
});

const topicOf = async (testServer: TestServer): Promise<string> => {
  const topic = `tealight/${await testServer.code()}/glow`;
  left.push(topic);
  return topic;
};

const glowsOn = (lamp: MqttLamp) =>
  lamp.received.filter(({ payload }) => payload !== '').map(({ payload }) => JSON.parse(payload));

onBroker(() => {
  eachEngine((open, newPlace, engine) => {
    test('[OPS-2] [DEV-2] the glow is retained for every subscriber, and changes with each reading', async () => {
      await using testServer = await openTestServer(await open(), { mqttUrl: brokerUrl });
      await testServer.keep(112, 60_000);
      const topic = await topicOf(testServer);
      const early = await mqttLamp(brokerUrl);
      await early.subscribe(topic);
      await vi.waitFor(() => expect(glowsOn(early).at(-1)).toMatchObject({ value: 112 }));
      await testServer.keep(60);
      await vi.waitFor(() => expect(glowsOn(early).at(-1)).toMatchObject({ value: 60, zone: 'low' }));
      const late = await mqttLamp(brokerUrl);
      await late.subscribe(topic);
      await vi.waitFor(() => expect(late.received[0]).toMatchObject({ topic, retain: true }));
      expect(glowsOn(late)[0]).toMatchObject({ value: 60 });
      await Promise.all([early.end(), late.end()]);
    });

    test('[DEV-1] a device counts from its announcement until its will', async () => {
      await using testServer = await openTestServer(await open(), { mqttUrl: brokerUrl });
      const topic = `tealight/${await testServer.code()}/device/esp-1`;
      left.push(topic, await topicOf(testServer));
      const will = { topic, payload: Buffer.from('offline'), qos: 1 as const, retain: true };
      const lamp = await mqttLamp(brokerUrl, { will });
      await lamp.client.publishAsync(topic, '{"kind":"esp32","name":"Hall"}', { retain: true, qos: 1 });
      await vi.waitFor(async () => expect(await testServer.devices.live(testServer.ada)).toBe(1));
      expect(await testServer.store.devices.list(testServer.ada)).toMatchObject([
        { id: 'esp-1', kind: 'esp32', name: 'Hall' },
      ]);
      lamp.client.stream.destroy();
      await vi.waitFor(async () => expect(await testServer.devices.live(testServer.ada)).toBe(0));
    });

    test('[DASH-4] the topic of a replaced code is cleared, and the new one has the glow', async () => {
      await using testServer = await openTestServer(await open(), { mqttUrl: brokerUrl });
      await testServer.keep(112);
      const [old, topic] = [await testServer.code(), await topicOf(testServer)];
      const lamp = await mqttLamp(brokerUrl);
      await lamp.subscribe(topic);
      await vi.waitFor(() => expect(glowsOn(lamp).length).toBeGreaterThan(0));
      await testServer.store.wearers.renewCode(testServer.ada);
      await testServer.devices.disconnectCode(testServer.ada, old);
      testServer.store.changes.publish(testServer.ada, 'devices');
      await vi.waitFor(() => expect(lamp.received.at(-1)?.payload).toBe(''));
      const renewed = await mqttLamp(brokerUrl);
      await renewed.subscribe(await topicOf(testServer));
      await vi.waitFor(() => expect(glowsOn(renewed)[0]).toMatchObject({ value: 112 }));
      await Promise.all([lamp.end(), renewed.end()]);
    });

    test('[OPS-2] [DASH-4] after changes of other nodes were missed, the topic of a code that was replaced meanwhile is cleared, and the new one has the glow', async () => {
      const changes = localChanges();
      await using testServer = await openTestServer({ ...(await open()), changes }, { mqttUrl: brokerUrl });
      await testServer.keep(112);
      const lamp = await mqttLamp(brokerUrl);
      await lamp.subscribe(await topicOf(testServer));
      await vi.waitFor(() => expect(glowsOn(lamp).length).toBeGreaterThan(0));
      await testServer.store.wearers.renewCode(testServer.ada);
      const renewed = await mqttLamp(brokerUrl);
      await renewed.subscribe(await topicOf(testServer));
      changes.reportMissed();
      await vi.waitFor(() => expect(lamp.received.at(-1)?.payload).toBe(''));
      await vi.waitFor(() => expect(glowsOn(renewed).at(-1)).toMatchObject({ value: 112 }));
      await Promise.all([lamp.end(), renewed.end()]);
    });

    test('[PPL-31] [PPL-24] a follower’s code has its own topic, which is cleared when the follow ends', async () => {
      const place = await newPlace('migrated');
      await using store = await open(place);
      await using testServer = await openTestServer(store, { mqttUrl: brokerUrl });
      await using follows = await openFollows(store, place);
      const { ada } = testServer;
      const [ben, cleo] = [await follows.add(ada), await follows.add(ada)];
      const topicFor = async (accountId: number) => {
        const code = (await store.codes.ensure(ada, accountId))?.code ?? '';
        left.push(`tealight/${code}/glow`);
        return { code, topic: `tealight/${code}/glow` };
      };
      const [bens, cleos] = [await topicFor(ben), await topicFor(cleo)];
      await store.lamps.announceHome(ada, true);
      await testServer.keep(112, 60_000);
      const lamp = await mqttLamp(brokerUrl);
      const topics = [await topicOf(testServer), bens.topic, cleos.topic];
      for (const topic of topics) await lamp.subscribe(topic);
      const lastOn = (topic: string) => lamp.received.findLast((one) => one.topic === topic)?.payload;
      const value = (topic: string) => JSON.parse(lastOn(topic) || '{}').value;
      await vi.waitFor(() => expect(topics.map(value)).toEqual([112, 112, 112]));
      const announced = await store.mqttTopics.of(ada);
      left.push(...announced);
      expect(announced.filter((topic) => topic.startsWith('homeassistant/'))).toHaveLength(1);
      await follows.remove(ada, ben);
      store.changes.publish(ada, 'people');
      await vi.waitFor(() => expect(lastOn(bens.topic)).toBe(''));
      await vi.waitFor(async () => expect(await store.mqttTopics.of(ada)).not.toContain(bens.topic));
      const [renewed] = [await store.codes.renew(ada, cleo)];
      left.push(`tealight/${renewed}/glow`);
      await testServer.devices.disconnectCode(ada, cleos.code);
      await vi.waitFor(() => expect(lastOn(cleos.topic)).toBe(''));
      store.changes.publish(ada, 'devices');
      await lamp.subscribe(`tealight/${renewed}/glow`);
      await testServer.keep(60);
      await vi.waitFor(() =>
        expect([topics[0] ?? '', `tealight/${renewed}/glow`].map(value)).toEqual([60, 60]),
      );
      expect([lastOn(bens.topic), lastOn(cleos.topic)]).toEqual(['', '']);
      await lamp.end();
    });

    test('[PPL-31] [PPL-24] a device that announces itself below a follower’s code is the follower’s, until the follow ends', async () => {
      const place = await newPlace('migrated');
      await using store = await open(place);
      await using testServer = await openTestServer(store, { mqttUrl: brokerUrl });
      await using follows = await openFollows(store, place);
      const { ada } = testServer;
      const ben = await follows.add(ada);
      const code = (await store.codes.ensure(ada, ben))?.code ?? '';
      const topic = `tealight/${code}/device/esp-1`;
      left.push(topic, `tealight/${code}/glow`, await topicOf(testServer));
      const lamp = await mqttLamp(brokerUrl);
      await lamp.client.publishAsync(topic, '{"kind":"esp32"}', { retain: true, qos: 1 });
      const live = () => testServer.devices.live(ada, { accountId: ben });
      await vi.waitFor(async () => expect(await live()).toBe(1));
      expect(await store.devices.list(ada)).toMatchObject([{ kind: 'esp32', accountId: ben }]);
      const renewed = await store.codes.renew(ada, ben);
      left.push(`tealight/${renewed}/glow`);
      store.changes.publish(ada, 'people');
      await vi.waitFor(async () => expect(await live()).toBe(0));
      await lamp.end();
    });

    test('[DEV-4] Home Assistant finds the wearer on request, and again whenever it starts', async () => {
      await using testServer = await openTestServer(await open(), { mqttUrl: brokerUrl });
      await topicOf(testServer);
      const home = await mqttLamp(brokerUrl);
      await home.subscribe('homeassistant/device/+/config');
      const mine = async () => {
        const code = await testServer.code();
        return home.received.filter(({ payload }) => payload.includes(`tealight/${code}/glow`));
      };
      await testServer.store.lamps.announceHome(testServer.ada, true);
      testServer.store.changes.publish(testServer.ada, 'devices');
      await vi.waitFor(async () => expect((await mine()).length).toBeGreaterThan(0));
      const [message] = await mine();
      left.push(message?.topic ?? '');
      home.received.length = 0;
      await home.client.publishAsync('homeassistant/status', 'online');
      await vi.waitFor(async () => expect((await mine()).length).toBeGreaterThan(0));
      // What was on its way before the start may follow its answer.
      await wait(500);
      const published = (await mine()).length;
      for (let start = 0; start < 20; start += 1)
        await home.client.publishAsync('homeassistant/status', 'online');
      await wait(500);
      expect((await mine()).length).toBe(published);
      const range = { unit: 'mmol/L', high: 10, inRange: 6.1, low: 3.9 } as const;
      await testServer.store.wearers.saveRange(testServer.ada, range);
      testServer.store.changes.publish(testServer.ada, 'range');
      const inMmol = '"unit_of_measurement":"mmol/L"';
      await vi.waitFor(async () => expect((await mine()).at(-1)?.payload).toContain(inMmol));
      await testServer.store.lamps.announceHome(testServer.ada, false);
      testServer.store.changes.publish(testServer.ada, 'devices');
      const emptied = { topic: message?.topic, payload: '' };
      await vi.waitFor(() => expect(home.received.at(-1)).toMatchObject(emptied));
      await home.end();
    });

    test.runIf(engine === 'PostgreSQL')(
      '[OPS-2] when the node that publishes stops, another continues',
      async () => {
        const place = await newPlace('migrated');
        const one = await openTestServer(await open(place), { mqttUrl: brokerUrl });
        await using other = await openTestServer(await open(place), { mqttUrl: brokerUrl, adaId: one.ada });
        const lamp = await mqttLamp(brokerUrl);
        await lamp.subscribe(await topicOf(one));
        await one.keep(101, 60_000);
        await vi.waitFor(() => expect(glowsOn(lamp).at(-1)).toMatchObject({ value: 101 }));
        await one[Symbol.asyncDispose]();
        await other.keep(102);
        await vi.waitFor(() => expect(glowsOn(lamp).at(-1)).toMatchObject({ value: 102 }));
        await lamp.end();
      },
    );
  });
});
