import { afterAll, expect, test, vi } from 'vitest';
import { brokerUrl, onBroker } from '../../../../test/brokers.ts';
import { openTestServer, type TestServer } from '../../../../test/device-server.ts';
import { eachEngine } from '../../../../test/engines.ts';
import { type MqttLamp, mqttLamp } from '../../../../test/mqtt-lamp.ts';

const soon = { timeout: 8000 };
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
      await vi.waitFor(() => expect(glowsOn(early).at(-1)).toMatchObject({ value: 112 }), soon);
      await testServer.keep(60);
      await vi.waitFor(() => expect(glowsOn(early).at(-1)).toMatchObject({ value: 60, zone: 'low' }), soon);
      const late = await mqttLamp(brokerUrl);
      await late.subscribe(topic);
      await vi.waitFor(() => expect(late.received[0]).toMatchObject({ topic, retain: true }), soon);
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
      await vi.waitFor(async () => expect(await testServer.devices.live(testServer.ada)).toBe(1), soon);
      expect(await testServer.store.devices.list(testServer.ada)).toMatchObject([
        { id: 'esp-1', kind: 'esp32', name: 'Hall' },
      ]);
      lamp.client.stream.destroy();
      await vi.waitFor(async () => expect(await testServer.devices.live(testServer.ada)).toBe(0), soon);
    });

    test('[DASH-4] the topic of a replaced code is cleared, and the new one has the glow', async () => {
      await using testServer = await openTestServer(await open(), { mqttUrl: brokerUrl });
      await testServer.keep(112);
      const [old, topic] = [await testServer.code(), await topicOf(testServer)];
      const lamp = await mqttLamp(brokerUrl);
      await lamp.subscribe(topic);
      await vi.waitFor(() => expect(glowsOn(lamp).length).toBeGreaterThan(0), soon);
      await testServer.store.wearers.renewCode(testServer.ada);
      await testServer.devices.cutOff(testServer.ada, old);
      testServer.store.changes.publish(testServer.ada, 'devices');
      await vi.waitFor(() => expect(lamp.received.at(-1)?.payload).toBe(''), soon);
      const renewed = await mqttLamp(brokerUrl);
      await renewed.subscribe(await topicOf(testServer));
      await vi.waitFor(() => expect(glowsOn(renewed)[0]).toMatchObject({ value: 112 }), soon);
      await Promise.all([lamp.end(), renewed.end()]);
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
      await vi.waitFor(async () => expect((await mine()).length).toBeGreaterThan(0), soon);
      const [message] = await mine();
      left.push(message?.topic ?? '');
      home.received.length = 0;
      await home.client.publishAsync('homeassistant/status', 'online');
      await vi.waitFor(async () => expect((await mine()).length).toBeGreaterThan(0), soon);
      const published = (await mine()).length;
      for (let start = 0; start < 20; start += 1)
        await home.client.publishAsync('homeassistant/status', 'online');
      await new Promise((resume) => setTimeout(resume, 500));
      expect((await mine()).length).toBe(published);
      const range = { unit: 'mmol/L', high: 10, inRange: 6.1, low: 3.9 } as const;
      await testServer.store.wearers.saveRange(testServer.ada, range);
      testServer.store.changes.publish(testServer.ada, 'range');
      const inMmol = '"unit_of_measurement":"mmol/L"';
      await vi.waitFor(async () => expect((await mine()).at(-1)?.payload).toContain(inMmol), soon);
      await testServer.store.lamps.announceHome(testServer.ada, false);
      testServer.store.changes.publish(testServer.ada, 'devices');
      const emptied = { topic: message?.topic, payload: '' };
      await vi.waitFor(() => expect(home.received.at(-1)).toMatchObject(emptied), soon);
      await home.end();
    });

    test.runIf(engine === 'PostgreSQL')(
      '[OPS-2] when the node that publishes stops, another continues',
      async () => {
        const place = await newPlace();
        const one = await openTestServer(await open(place), { mqttUrl: brokerUrl });
        await using other = await openTestServer(await open(place), { mqttUrl: brokerUrl, adaId: one.ada });
        const lamp = await mqttLamp(brokerUrl);
        await lamp.subscribe(await topicOf(one));
        await one.keep(101, 60_000);
        await vi.waitFor(() => expect(glowsOn(lamp).at(-1)).toMatchObject({ value: 101 }), soon);
        await one[Symbol.asyncDispose]();
        await other.keep(102);
        await vi.waitFor(() => expect(glowsOn(lamp).at(-1)).toMatchObject({ value: 102 }), {
          timeout: 15_000,
        });
        await lamp.end();
      },
      30_000,
    );
  });
});
