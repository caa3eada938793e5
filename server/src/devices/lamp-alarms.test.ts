import { defaultLamps, feedPath, type GlowMessage, glowPath } from '@tealight/contract';
import { describe, expect, test, vi } from 'vitest';
import { episodesIn } from '../../test/alarms/episodes.ts';
import { brokerUrl, onBroker } from '../../test/brokers.ts';
import { lampAt, openTestServer, type TestServer } from '../../test/device-server.ts';
import { eachEngine } from '../../test/engines.ts';
import { openEventSource } from '../../test/event-source.ts';
import { mqttLamp } from '../../test/mqtt-lamp.ts';

const urgentLow = { kind: 'urgent-low', seen: false } as const;

/** A wearer whose lamps flash for alarms. */
async function flashing(server: TestServer, alarmWhenMuted = false) {
  await server.store.lamps.save(server.ada, { ...defaultLamps, alarmRhythm: 'on', alarmWhenMuted });
  server.store.changes.publish(server.ada, 'range');
  await server.keep(52);
  const alarm = { wearerId: server.ada, kind: 'urgent-low' } as const;
  return { code: await server.code(), alarm, ...episodesIn(server.store) };
}

const lastAlarm = (glows: readonly GlowMessage[], expected: GlowMessage['alarm']) =>
  vi.waitFor(() => {
    expect(glows.length).toBeGreaterThan(0);
    expect(glows.at(-1)?.alarm).toEqual(expected);
  });

describe('[ALM-40] an alarm on lamps', () => {
  eachEngine((open) => {
    test('begins, is seen and ends on WebSocket, server-sent events, MQTT and for devices that poll', async () => {
      await using server = await openTestServer(await open());
      const { code, alarm, ring, see, end } = await flashing(server);
      const socket = lampAt(server, { query: { code, id: 'socket' } });
      const events = await openEventSource(`${server.url}${feedPath}?code=${code}&id=events`);
      const mqtt = await mqttLamp(`mqtt://127.0.0.1:${server.devices.mqttPort}`, { username: code });
      await mqtt.subscribe(`tealight/${code}/glow`);
      let etag = '';
      const all = async (expected: GlowMessage['alarm']) => {
        await lastAlarm(socket.received, expected);
        const sent = () => events.received.events.filter(({ data }) => data.startsWith('{'));
        await vi.waitFor(() => expect(JSON.parse(sent().at(-1)?.data ?? '{}').alarm).toEqual(expected));
        await vi.waitFor(() => expect(mqtt.glows().at(-1)?.alarm).toEqual(expected));
        const polled = await fetch(`${server.url}${glowPath}?code=${code}&id=poll`, {
          headers: { 'if-none-match': etag },
        });
        etag = polled.headers.get('etag') ?? '';
        expect(((await polled.json()) as GlowMessage).alarm).toEqual(expected);
      };
      await all(undefined);
      await ring(alarm);
      await all(urgentLow);
      await see(alarm);
      await all({ kind: 'urgent-low', seen: true });
      await end(alarm);
      await all(undefined);
      events.close();
      await mqtt.end();
    });

    test('leaves a muted lamp dark, unless the wearer wants it for an urgent low, until somebody has seen it', async () => {
      await using server = await openTestServer(await open());
      const { code, alarm, ring, see } = await flashing(server);
      const { store, ada } = server;
      const lamp = lampAt(server, { query: { code, id: 'bed' } });
      await vi.waitFor(async () => expect(await server.devices.live(ada)).toBe(1));
      await store.devices.change(ada, 'bed', { muted: true });
      store.changes.publish(ada, 'devices');
      const last = (brightness: number, expected: GlowMessage['alarm']) =>
        vi.waitFor(() =>
          expect([lamp.received.at(-1)?.brightness, lamp.received.at(-1)?.alarm]).toEqual([
            brightness,
            expected,
          ]),
        );
      const poll = async () => {
        const answer = await fetch(`${server.url}${glowPath}?code=${code}&id=bed`);
        return { etag: answer.headers.get('etag'), glow: (await answer.json()) as GlowMessage };
      };
      await last(0, undefined);
      const glows = lamp.received.length;
      await ring(alarm);
      await vi.waitFor(() => expect(lamp.received.length).toBeGreaterThan(glows));
      await last(0, undefined);
      const dark = await poll();
      expect(dark.glow).toMatchObject({ brightness: 0, value: 52 });
      expect(dark.glow).not.toHaveProperty('alarm');
      await store.lamps.save(ada, { ...defaultLamps, alarmRhythm: 'on', alarmWhenMuted: true });
      store.changes.publish(ada, 'range');
      await last(1, urgentLow);
      const lit = await poll();
      expect(lit.glow).toMatchObject({ brightness: 1, alarm: urgentLow });
      expect(lit.etag).not.toBe(dark.etag);
      await see(alarm);
      await last(0, undefined);
    });
  });
});

onBroker(() => {
  eachEngine((open) => {
    test('[ALM-40] an alarm is in the retained glow on the operator’s broker', async () => {
      await using server = await openTestServer(await open(), { mqttUrl: brokerUrl });
      const { code, alarm, ring, end } = await flashing(server);
      const lamp = await mqttLamp(brokerUrl);
      await lamp.subscribe(`tealight/${code}/glow`);
      const last = (expected: GlowMessage['alarm']) =>
        vi.waitFor(() => expect(lamp.glows().at(-1)).toMatchObject({ value: 52, alarm: expected }));
      await ring(alarm);
      await last(urgentLow);
      await end(alarm);
      await vi.waitFor(() => expect(lamp.glows().at(-1)).not.toHaveProperty('alarm'));
      await lamp.client.publishAsync(`tealight/${code}/glow`, '', { retain: true });
      await lamp.end();
    });
  });
});
