import { connect } from 'node:net';
import { showCode } from '@tealight/contract';
import { describe, expect, test, vi } from 'vitest';
import { openTestServer, type TestServer } from '../../../../test/device-server.ts';
import { eachEngine } from '../../../../test/engines.ts';
import { mqttLamp } from '../../../../test/mqtt-lamp.ts';

const brokerOf = ({ devices }: TestServer) => `mqtt://127.0.0.1:${devices.mqttPort}`;

describe('[DEV-2] a device on the built-in broker', () => {
  eachEngine((open) => {
    test.each(['mqtt', 'ws'])(
      'is sent the glow as a retained message, and every new reading, over %s',
      async (how) => {
        await using testServer = await openTestServer(await open());
        await testServer.keep(112, 60_000);
        const code = await testServer.code();
        const url = how === 'ws' ? `ws://127.0.0.1:${testServer.port}/mqtt` : brokerOf(testServer);
        const lamp = await mqttLamp(url, { username: code, clientId: 'bed' });
        await lamp.subscribe(`tealight/${code}/glow`);
        await vi.waitFor(() => expect(lamp.glows().map(({ value }) => value)).toEqual([112]));
        expect(lamp.received[0]).toMatchObject({ topic: `tealight/${code}/glow`, retain: true });
        await testServer.keep(60);
        await vi.waitFor(() => expect(lamp.glows().at(-1)).toMatchObject({ value: 60, zone: 'low' }));
        expect(lamp.received[1]?.retain).toBe(false);
        await lamp.end();
      },
    );

    test('may spell the code as it is displayed, and use any password', async () => {
      await using testServer = await openTestServer(await open());
      await testServer.keep(112);
      const typed = showCode(await testServer.code()).toUpperCase();
      const lamp = await mqttLamp(brokerOf(testServer), { username: typed, password: 'anything' });
      await lamp.subscribe(`tealight/${typed}/glow`);
      await vi.waitFor(() => expect(lamp.received[0]?.topic).toBe(`tealight/${typed}/glow`));
      await lamp.end();
    });

    test('[DEV-1] counts while it is subscribed, under the name it announces', async () => {
      await using testServer = await openTestServer(await open());
      const code = await testServer.code();
      const topic = `tealight/${code}/device/wled-4f`;
      const lamp = await mqttLamp(brokerOf(testServer), {
        username: code,
        will: { topic, payload: Buffer.from('offline'), qos: 0, retain: false },
      });
      await lamp.client.publishAsync(topic, '{"state":"online","kind":"WLED","name":"Shelf"}');
      await lamp.subscribe(`tealight/${code}/#`);
      await vi.waitFor(async () => expect(await testServer.devices.live(testServer.ada)).toBe(1));
      expect(await testServer.store.devices.list(testServer.ada)).toMatchObject([
        { id: 'wled-4f', kind: 'wled', name: 'Shelf' },
      ]);
      const other = await mqttLamp(brokerOf(testServer), { username: code });
      await other.subscribe(`tealight/${code}/device/+`);
      lamp.client.stream.destroy();
      await vi.waitFor(() => expect(other.received).toMatchObject([{ topic, payload: 'offline' }]));
      await vi.waitFor(async () => expect(await testServer.devices.live(testServer.ada)).toBe(0));
      await other.end();
    });

    test.each([['glow'], ['+'], ['GLOW']])(
      '[DEV-2] with two filters that match the glow keeps it when one of them ends, and loses it with both: %s',
      async (kind) => {
        await using testServer = await openTestServer(await open());
        await testServer.keep(112, 60_000);
        const code = await testServer.code();
        const spelled = kind === 'GLOW' ? showCode(code) : code;
        const [kept, ended] = [`tealight/${code}/#`, `tealight/${spelled}/${kind.toLowerCase()}`];
        const lamp = await mqttLamp(brokerOf(testServer), { username: code });
        await lamp.subscribe(kept);
        await lamp.subscribe(ended);
        await vi.waitFor(() => expect(lamp.glows().length).toBeGreaterThan(0));
        await lamp.client.unsubscribeAsync(ended);
        await testServer.keep(60);
        await vi.waitFor(() => expect(lamp.glows().at(-1)?.value).toBe(60));
        const last = lamp.received.findLast(({ topic }) => topic.endsWith('/glow'));
        expect(last?.topic).toBe(`tealight/${code}/glow`);
        expect(await testServer.devices.live(testServer.ada)).toBe(1);
        await lamp.client.unsubscribeAsync(kept);
        await vi.waitFor(async () => expect(await testServer.devices.live(testServer.ada)).toBe(0));
        await lamp.end();
      },
    );

    test('[DEV-2] has no access beyond its own code, and is not disconnected for trying', async () => {
      const store = await open();
      await using testServer = await openTestServer(store);
      await using ben = await openTestServer(store);
      const [code, foreign] = [await testServer.code(), await ben.code()];
      const lamp = await mqttLamp(brokerOf(testServer), { username: code });
      for (const filter of [
        '#',
        '+/+/glow',
        'tealight/#',
        'tealight/+/glow',
        `tealight/${foreign}/glow`,
        '$SYS/#',
      ]) {
        expect([filter, await lamp.subscribe(filter)]).toEqual([filter, 128]);
      }
      expect(await lamp.subscribe(`tealight/${code}/glow`)).toBe(0);
      const spy = await mqttLamp(brokerOf(testServer), { username: foreign });
      await spy.subscribe(`tealight/${foreign}/#`);
      await lamp.client.publishAsync(`tealight/${foreign}/device/bed`, 'online');
      await lamp.client.publishAsync(`tealight/${foreign}/glow`, '{"value":1}', { retain: true });
      await lamp.client.publishAsync(`tealight/${code}/glow`, '{"value":1}', { retain: true });
      await lamp.client.publishAsync('homeassistant/status', 'online', { qos: 1 });
      await testServer.keep(90);
      await vi.waitFor(() => expect(lamp.glows().at(-1)?.value).toBe(90));
      expect(lamp.glows().map(({ value }) => value)).not.toContain(1);
      const topics = () => spy.received.map(({ topic }) => topic).filter((one) => !one.endsWith('/config'));
      await vi.waitFor(() => expect(topics()).toEqual([`tealight/${foreign}/glow`]));
      await Promise.all([lamp.end(), spy.end()]);
    });

    test('[DEV-1] with a wrong code is rejected with the return code of MQTT', async () => {
      await using testServer = await openTestServer(await open());
      await expect(mqttLamp(brokerOf(testServer), { username: '0000000000' })).rejects.toThrow(
        /Bad username or password/,
      );
      await expect(mqttLamp(brokerOf(testServer), {})).rejects.toThrow(/Bad username or password/);
    });

    test('[DEV-2] after too many wrong codes is asked to come back later, and not to give up', async () => {
      await using testServer = await openTestServer(await open());
      const attempt = (_: unknown, index: number) =>
        mqttLamp(brokerOf(testServer), { username: `00000000${10 + index}` }).catch(({ message }) => message);
      const answers = await Promise.all(Array.from({ length: 15 }, attempt));
      expect([...new Set(answers)].sort()).toEqual([
        'Connection refused: Bad username or password',
        'Connection refused: Server unavailable',
      ]);
    });

    test('[DASH-4] is disconnected when its code is replaced', async () => {
      await using testServer = await openTestServer(await open());
      const old = await testServer.code();
      const lamp = await mqttLamp(brokerOf(testServer), { username: old });
      await lamp.subscribe(`tealight/${old}/glow`);
      await vi.waitFor(() => expect(lamp.glows().length).toBe(1));
      const closed = new Promise<void>((resolve) => lamp.client.once('close', () => resolve()));
      await testServer.store.wearers.renewCode(testServer.ada);
      await testServer.devices.disconnectCode(testServer.ada, old);
      await closed;
      await expect(mqttLamp(brokerOf(testServer), { username: old })).rejects.toThrow(/Bad username/);
    });

    test.each(['alarm', 'device/+', 'homeassistant/#', ''])(
      '[DASH-4] that reads only “%s” below its code, and never the glow, is disconnected when the code is replaced',
      async (rest) => {
        await using testServer = await openTestServer(await open());
        const old = await testServer.code();
        const listener = await mqttLamp(brokerOf(testServer), { username: old });
        if (rest !== '') await listener.subscribe(`tealight/${old}/${rest}`);
        const reader = await mqttLamp(brokerOf(testServer), { username: old, clientId: 'was-a-lamp' });
        await reader.subscribe(`tealight/${old}/glow`);
        await reader.client.unsubscribeAsync(`tealight/${old}/glow`);
        await vi.waitFor(async () => expect(await testServer.devices.live(testServer.ada)).toBe(0));
        const closed = [listener, reader].map(
          ({ client }) => new Promise<void>((resolve) => client.once('close', () => resolve())),
        );
        await testServer.store.wearers.renewCode(testServer.ada);
        await testServer.devices.disconnectCode(testServer.ada, old);
        await Promise.all(closed);
      },
    );

    test('of one wearer does not replace another wearer’s of the same name', async () => {
      const store = await open();
      await using testServer = await openTestServer(store);
      await using ben = await openTestServer(store);
      const first = await mqttLamp(brokerOf(testServer), {
        username: await testServer.code(),
        clientId: 'lamp',
      });
      const second = await mqttLamp(brokerOf(testServer), { username: await ben.code(), clientId: 'lamp' });
      await first.subscribe(`tealight/${await testServer.code()}/glow`);
      await vi.waitFor(() => expect(first.glows().length).toBe(1));
      expect([first.client.connected, second.client.connected]).toEqual([true, true]);
      await Promise.all([first.end(), second.end()]);
    });

    test('that announces a huge packet is disconnected before the packet is buffered', async () => {
      await using testServer = await openTestServer(await open());
      const socket = connect(testServer.devices.mqttPort ?? 0, '127.0.0.1');
      socket.on('error', () => {});
      // The first packet is a PUBLISH of 200 MB.
      socket.write(Buffer.from([0x30, 0x80, 0x84, 0xaf, 0x5f]));
      socket.write(Buffer.alloc(64 * 1024));
      await new Promise((resolve) => socket.once('close', resolve));
    });
  });
});

describe('[DEV-4] a Home Assistant that uses Tealight as its broker', () => {
  eachEngine((open) => {
    test('finds glucose, trend, color and the binary sensors below the code', async () => {
      await using testServer = await openTestServer(await open());
      const code = await testServer.code();
      const home = await mqttLamp(brokerOf(testServer), { username: code, clientId: 'home' });
      await home.subscribe(`tealight/${code}/homeassistant/#`);
      await vi.waitFor(() => expect(home.received.length).toBe(1));
      const { topic, payload, retain } = home.received[0] ?? { topic: '', payload: '{}', retain: false };
      expect([topic, retain]).toEqual([
        expect.stringMatching(
          new RegExp(`^tealight/${code}/homeassistant/device/tealight_[0-9a-f]{12}/config$`),
        ),
        true,
      ]);
      const message = JSON.parse(payload);
      expect(message).toMatchObject({
        dev: { name: 'Tealight' },
        o: { name: 'tealight' },
        state_topic: `tealight/${code}/glow`,
      });
      expect(Object.keys(message.cmps)).toEqual([
        ...['glucose', 'trend', 'color', 'low', 'high', 'alarm', 'no_data'],
      ]);
      expect(message.cmps.glucose).toMatchObject({
        p: 'sensor',
        device_class: 'blood_glucose_concentration',
        unit_of_measurement: 'mg/dL',
        expire_after: 900,
      });
      await home.end();
    });

    test('[DEV-4] gets the other unit as soon as the wearer has chosen it', async () => {
      await using testServer = await openTestServer(await open());
      const code = await testServer.code();
      const home = await mqttLamp(brokerOf(testServer), { username: code, clientId: 'home' });
      await home.subscribe(`tealight/${code}/homeassistant/#`);
      await vi.waitFor(() => expect(home.received.length).toBe(1));
      await testServer.store.wearers.saveRange(testServer.ada, {
        unit: 'mmol/L',
        high: 10,
        inRange: 6,
        low: 4,
      });
      testServer.store.changes.publish(testServer.ada, 'range');
      await vi.waitFor(() => {
        const { cmps } = JSON.parse(home.received.at(-1)?.payload ?? '{"cmps":{}}');
        expect(cmps.glucose?.unit_of_measurement).toBe('mmol/L');
      });
      await home.end();
    });
  });
});
