import { setTimeout as pause } from 'node:timers/promises';
import { glowPath } from '@tealight/contract';
import { describe, expect, test, vi } from 'vitest';
import { lampAt, openTestServer } from '../../test/device-server.ts';
import { eachEngine } from '../../test/engines.ts';
import { mqttLamp } from '../../test/mqtt-lamp.ts';

/**
 * A function of a store, whose answers can be late, as those on another connection to the database: after `hold`, answers
 * arrive only when one that was asked for after `change` has arrived. Where none is asked for until then, after a moment.
 */
function overtaken<Arguments extends unknown[], Result>(work: (...given: Arguments) => Promise<Result>) {
  const late = new Set<Promise<Result>>();
  const newer = Promise.withResolvers<void>();
  let phase: 'before' | 'held' | 'changed' = 'before';
  return {
    hold: () => {
      phase = 'held';
    },
    change: () => {
      phase = 'changed';
    },
    late,
    async call(...given: Arguments): Promise<Result> {
      const result = work(...given);
      if (phase === 'held') {
        const arrival = result.then(async (answer) => {
          await Promise.race([newer.promise, pause(300)]);
          return answer;
        });
        late.add(arrival);
        return arrival;
      }
      const answer = await result;
      if (phase === 'changed') setTimeout(newer.resolve, 50);
      return answer;
    },
  };
}

describe('what was read before a change never replaces what was read after it', () => {
  eachEngine((open) => {
    test('[DASH-4] a device that was muted just after it connected stays dark', async () => {
      const store = await open();
      const list = overtaken(store.devices.list);
      await using server = await openTestServer({ ...store, devices: { ...store.devices, list: list.call } });
      const { ada } = server;
      await server.keep(60);
      const query = { code: await server.code(), id: 'bed' };
      const before = lampAt(server, { query });
      await vi.waitFor(async () => expect(await server.devices.live(ada)).toBe(1));
      before.close();
      await vi.waitFor(async () => expect(await server.devices.live(ada)).toBe(0));
      list.hold();
      const lamp = lampAt(server, { query });
      await vi.waitFor(() => expect(list.late.size).toBe(1));
      await store.devices.change(ada, 'bed', { muted: true });
      list.change();
      store.changes.publish(ada, 'devices');
      await Promise.all(list.late);
      await server.keep(61);
      await vi.waitFor(() => expect(lamp.received.at(-1)?.value).toBe(61));
      expect(lamp.received.at(-1)?.brightness).toBe(0);
    });

    test('[DASH-4] a device that polls while it is muted is dark from its next poll on', async () => {
      const store = await open();
      const list = overtaken(store.devices.list);
      await using server = await openTestServer({ ...store, devices: { ...store.devices, list: list.call } });
      const { ada } = server;
      await server.keep(60);
      const address = `${server.url}${glowPath}?code=${await server.code()}&id=bed`;
      const brightness = async () => {
        const answer = await fetch(address);
        return ((await answer.json()) as { brightness: number }).brightness;
      };
      expect(await brightness()).toBe(1);
      await vi.waitFor(async () => expect(await server.devices.live(ada)).toBe(1));
      store.changes.publish(ada, 'devices');
      list.hold();
      const polling = brightness();
      await vi.waitFor(() => expect(list.late.size).toBe(1));
      await store.devices.change(ada, 'bed', { muted: true });
      list.change();
      store.changes.publish(ada, 'devices');
      expect(await brightness()).toBe(0);
      await polling;
      expect(await brightness()).toBe(0);
    });

    test('[DEV-4] of two changes of the unit Home Assistant is sent the last one last', async () => {
      const store = await open();
      const byId = overtaken(store.wearers.byId);
      await using server = await openTestServer({ ...store, wearers: { ...store.wearers, byId: byId.call } });
      const { ada, devices } = server;
      const code = await server.code();
      const home = await mqttLamp(`mqtt://127.0.0.1:${devices.mqttPort}`, { username: code });
      await home.subscribe(`tealight/${code}/homeassistant/#`);
      await vi.waitFor(() => expect(home.received.length).toBe(1));
      const choose = async (unit: 'mg/dL' | 'mmol/L') => {
        await store.wearers.saveRange(ada, { high: 180, inRange: 110, low: 70, unit });
        store.changes.publish(ada, 'range');
      };
      byId.hold();
      await choose('mg/dL');
      // One for Home Assistant, one for the glow.
      await vi.waitFor(() => expect(byId.late.size).toBe(2));
      byId.change();
      await choose('mmol/L');
      await Promise.all(byId.late);
      await vi.waitFor(() => expect(home.received.length).toBe(3));
      expect(home.received.at(-1)?.payload).toContain('"unit_of_measurement":"mmol/L"');
      await home.end();
    });
  });
});
