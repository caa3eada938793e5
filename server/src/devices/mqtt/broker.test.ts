import { connect } from 'node:net';
import { showCode } from '@tealight/contract';
import { describe, expect, test, vi } from 'vitest';
import { eachEngine } from '../../../test/engines.ts';
import { type House, openHouse } from '../../../test/house.ts';
import { mqttLamp } from '../../../test/mqtt-lamp.ts';

const soon = { timeout: 4000 };
const brokerOf = ({ devices }: House) => `mqtt://127.0.0.1:${devices.mqttPort}`;

describe('[DEV-2] a device on the built-in broker', () => {
  eachEngine((open) => {
    test.each(['mqtt', 'ws'])(
      'is told the glow as a retained message, and every new reading, over %s',
      async (how) => {
        await using house = await openHouse(await open());
        await house.keep(112, 60_000);
        const code = await house.code();
        const url = how === 'ws' ? `ws://127.0.0.1:${house.port}/mqtt` : brokerOf(house);
        const lamp = await mqttLamp(url, { username: code, clientId: 'bed' });
        await lamp.subscribe(`tealight/${code}/glow`);
        await vi.waitFor(() => expect(lamp.glows().map(({ value }) => value)).toEqual([112]), soon);
        expect(lamp.heard[0]).toMatchObject({ topic: `tealight/${code}/glow`, retain: true });
        await house.keep(60);
        await vi.waitFor(() => expect(lamp.glows().at(-1)).toMatchObject({ value: 60, zone: 'low' }), soon);
        expect(lamp.heard[1]?.retain).toBe(false);
        await lamp.end();
      },
    );

    test('may spell the code as people read it, and give any password', async () => {
      await using house = await openHouse(await open());
      await house.keep(112);
      const typed = showCode(await house.code()).toUpperCase();
      const lamp = await mqttLamp(brokerOf(house), { username: typed, password: 'anything' });
      await lamp.subscribe(`tealight/${typed}/glow`);
      await vi.waitFor(() => expect(lamp.heard[0]?.topic).toBe(`tealight/${typed}/glow`), soon);
      await lamp.end();
    });

    test('[DEV-1] counts while it is subscribed, under the name it announces', async () => {
      await using house = await openHouse(await open());
      const code = await house.code();
      const topic = `tealight/${code}/device/wled-4f`;
      const lamp = await mqttLamp(brokerOf(house), {
        username: code,
        will: { topic, payload: Buffer.from('offline'), qos: 0, retain: false },
      });
      await lamp.client.publishAsync(topic, '{"state":"online","kind":"WLED","name":"Shelf"}');
      await lamp.subscribe(`tealight/${code}/#`);
      await vi.waitFor(async () => expect(await house.devices.live(house.ada)).toBe(1), soon);
      expect(await house.store.devices.list(house.ada)).toMatchObject([
        { id: 'wled-4f', kind: 'wled', name: 'Shelf' },
      ]);
      const other = await mqttLamp(brokerOf(house), { username: code });
      await other.subscribe(`tealight/${code}/device/+`);
      lamp.client.stream.destroy();
      await vi.waitFor(() => expect(other.heard).toMatchObject([{ topic, payload: 'offline' }]), soon);
      await vi.waitFor(async () => expect(await house.devices.live(house.ada)).toBe(0), soon);
      await other.end();
    });

    test('[DEV-2] reaches nothing beyond its own code, and is not cut off for asking', async () => {
      const store = await open();
      await using house = await openHouse(store);
      await using ben = await openHouse(store);
      const [code, foreign] = [await house.code(), await ben.code()];
      const lamp = await mqttLamp(brokerOf(house), { username: code });
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
      const spy = await mqttLamp(brokerOf(house), { username: foreign });
      await spy.subscribe(`tealight/${foreign}/#`);
      await lamp.client.publishAsync(`tealight/${foreign}/device/bed`, 'online');
      await lamp.client.publishAsync(`tealight/${foreign}/glow`, '{"value":1}', { retain: true });
      await lamp.client.publishAsync(`tealight/${code}/glow`, '{"value":1}', { retain: true });
      await lamp.client.publishAsync('homeassistant/status', 'online', { qos: 1 });
      await house.keep(90);
      await vi.waitFor(() => expect(lamp.glows().at(-1)?.value).toBe(90), soon);
      expect(lamp.glows().map(({ value }) => value)).not.toContain(1);
      expect(spy.heard.filter(({ topic }) => !topic.endsWith('/config')).map(({ topic }) => topic)).toEqual([
        `tealight/${foreign}/glow`,
      ]);
      await Promise.all([lamp.end(), spy.end()]);
    });

    test('[DEV-1] with a wrong code is refused as MQTT says it', async () => {
      await using house = await openHouse(await open());
      await expect(mqttLamp(brokerOf(house), { username: '0000000000' })).rejects.toThrow(
        /Bad username or password/,
      );
      await expect(mqttLamp(brokerOf(house), {})).rejects.toThrow(/Bad username or password/);
    });

    test('[DASH-4] is cut off when its code is replaced', async () => {
      await using house = await openHouse(await open());
      const old = await house.code();
      const lamp = await mqttLamp(brokerOf(house), { username: old });
      await lamp.subscribe(`tealight/${old}/glow`);
      await vi.waitFor(() => expect(lamp.glows().length).toBe(1), soon);
      const closed = new Promise<void>((resolve) => lamp.client.once('close', () => resolve()));
      await house.store.wearers.renewCode(house.ada);
      await house.devices.cutOff(house.ada, old);
      await closed;
      await expect(mqttLamp(brokerOf(house), { username: old })).rejects.toThrow(/Bad username/);
    });

    test('of one wearer does not push out another wearer’s of the same name', async () => {
      const store = await open();
      await using house = await openHouse(store);
      await using ben = await openHouse(store);
      const first = await mqttLamp(brokerOf(house), { username: await house.code(), clientId: 'lamp' });
      const second = await mqttLamp(brokerOf(house), { username: await ben.code(), clientId: 'lamp' });
      await first.subscribe(`tealight/${await house.code()}/glow`);
      await vi.waitFor(() => expect(first.glows().length).toBe(1), soon);
      expect([first.client.connected, second.client.connected]).toEqual([true, true]);
      await Promise.all([first.end(), second.end()]);
    });

    test('that announces a huge packet is torn off before it is gathered', async () => {
      await using house = await openHouse(await open());
      const socket = connect(house.devices.mqttPort ?? 0, '127.0.0.1');
      socket.on('error', () => {});
      // A PUBLISH of 200 MB, as its first word.
      socket.write(Buffer.from([0x30, 0x80, 0x84, 0xaf, 0x5f]));
      socket.write(Buffer.alloc(64 * 1024));
      await new Promise((resolve) => socket.once('close', resolve));
    });
  });
});

describe('[DEV-4] a Home Assistant that takes Tealight for its broker', () => {
  eachEngine((open) => {
    test('finds glucose, trend, colour and the binary sensors below the code', async () => {
      await using house = await openHouse(await open());
      const code = await house.code();
      const home = await mqttLamp(brokerOf(house), { username: code, clientId: 'home' });
      await home.subscribe(`tealight/${code}/homeassistant/#`);
      await vi.waitFor(() => expect(home.heard.length).toBe(1), soon);
      const { topic, payload, retain } = home.heard[0] ?? { topic: '', payload: '{}', retain: false };
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
      expect(Object.keys(message.cmps)).toEqual(['glucose', 'trend', 'color', 'low', 'high', 'no_data']);
      expect(message.cmps.glucose).toMatchObject({
        p: 'sensor',
        device_class: 'blood_glucose_concentration',
        unit_of_measurement: 'mg/dL',
        expire_after: 900,
      });
      await home.end();
    });

    test('[DEV-4] is told of the other unit as soon as the wearer has chosen it', async () => {
      await using house = await openHouse(await open());
      const code = await house.code();
      const home = await mqttLamp(brokerOf(house), { username: code, clientId: 'home' });
      await home.subscribe(`tealight/${code}/homeassistant/#`);
      await vi.waitFor(() => expect(home.heard.length).toBe(1), soon);
      await house.store.wearers.saveRange(house.ada, { unit: 'mmol/L', high: 10, inRange: 6, low: 4 });
      house.store.changes.tell(house.ada, 'range');
      await vi.waitFor(() => {
        const { cmps } = JSON.parse(home.heard.at(-1)?.payload ?? '{"cmps":{}}');
        expect(cmps.glucose?.unit_of_measurement).toBe('mmol/L');
      }, soon);
      await home.end();
    });
  });
});
