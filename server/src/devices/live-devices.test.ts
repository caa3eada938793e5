import { glowPath, WRONG_CODE_CLOSE } from '@tealight/contract';
import { describe, expect, test, vi } from 'vitest';
import { lampAt, openTestServer } from '../../test/device-server.ts';
import { eachEngine } from '../../test/engines.ts';
import { localChanges } from '../store/changes.ts';

describe('[DEV-1] the devices of one code', () => {
  eachEngine((open, newPlace, engine) => {
    test('are counted while they are connected, each once, and published when the number changes', async () => {
      await using testServer = await openTestServer(await open());
      const { devices, ada, store } = testServer;
      const changes: string[] = [];
      store.changes.subscribe((_, change) => changes.push(change));
      const code = await testServer.code();
      expect(await devices.live(ada)).toBe(0);
      const bed = lampAt(testServer, { query: { code, id: 'bed' } });
      const sameDevice = lampAt(testServer, { query: { code, id: 'bed' } });
      const otherDevice = lampAt(testServer, { query: { code, id: 'shelf' } });
      await vi.waitFor(async () => expect(await devices.live(ada)).toBe(2));
      await vi.waitFor(() => expect(changes).toContain('devices'));
      bed.close();
      otherDevice.close();
      await vi.waitFor(async () => expect(await devices.live(ada)).toBe(1));
      sameDevice.close();
      await vi.waitFor(async () => expect(await devices.live(ada)).toBe(0));
    });

    test('a device that only polls counts too, and is listed with kind, name and last contact', async () => {
      await using testServer = await openTestServer(await open());
      const headers = { authorization: `Bearer ${await testServer.code()}` };
      await fetch(`${testServer.url}${glowPath}?id=esp-1&kind=ESP32&name=Hall%07way`, { headers });
      expect(await testServer.devices.live(testServer.ada)).toBe(1);
      expect(await testServer.store.devices.list(testServer.ada)).toMatchObject([
        { id: 'esp-1', kind: 'esp32', name: 'Hallway', muted: false },
      ]);
    });

    test('a device that was removed is disconnected with a reason that says what to do', async () => {
      await using testServer = await openTestServer(await open());
      const lamp = lampAt(testServer, { query: { code: await testServer.code(), id: 'bed' } });
      await vi.waitFor(async () => expect(await testServer.devices.live(testServer.ada)).toBe(1));
      await testServer.store.devices.remove(testServer.ada, 'bed');
      testServer.devices.removed(testServer.ada, 'bed');
      expect(await lamp.left).toMatchObject({
        code: WRONG_CODE_CLOSE,
        reason: expect.stringMatching(/removed.*code again/),
      });
      await vi.waitFor(async () => expect(await testServer.devices.live(testServer.ada)).toBe(0));
    });

    test('a muted device is dark at once, and shows the glow again when it is unmuted', async () => {
      await using testServer = await openTestServer(await open());
      await testServer.keep(60);
      const lamp = lampAt(testServer, { query: { code: await testServer.code(), id: 'bed' } });
      const other = lampAt(testServer, { query: { code: await testServer.code(), id: 'shelf' } });
      await vi.waitFor(async () => expect(await testServer.devices.live(testServer.ada)).toBe(2));
      const mute = async (muted: boolean) => {
        await testServer.store.devices.change(testServer.ada, 'bed', { muted });
        testServer.store.changes.publish(testServer.ada, 'devices');
      };
      await mute(true);
      await vi.waitFor(() => expect(lamp.received.at(-1)).toMatchObject({ brightness: 0, value: 60 }));
      const again = lampAt(testServer, { query: { code: await testServer.code(), id: 'bed' } });
      await vi.waitFor(() => expect(again.received.length).toBe(1));
      expect(again.received[0]).toMatchObject({ brightness: 0 });
      await mute(false);
      await vi.waitFor(() => expect(lamp.received.at(-1)).toMatchObject({ brightness: 1 }));
      expect(other.received.length).toBe(1);
    });

    test('[OPS-2] after changes of other nodes were missed, the devices and codes of all connected wearers are read again', async () => {
      const changes = localChanges();
      await using testServer = await openTestServer({ ...(await open()), changes });
      const { store, ada, devices } = testServer;
      await testServer.keep(60);
      const code = await testServer.code();
      const [bed, shelf] = ['bed', 'shelf'].map((id) => lampAt(testServer, { query: { code, id } }));
      await vi.waitFor(async () => expect(await devices.live(ada)).toBe(2));
      await vi.waitFor(() => expect(bed?.received.length).toBe(1));
      await store.devices.change(ada, 'bed', { muted: true });
      changes.reportMissed();
      await vi.waitFor(() => expect(bed?.received.at(-1)).toMatchObject({ brightness: 0 }));
      expect(shelf?.received.at(-1)).toMatchObject({ brightness: 1 });
      await store.wearers.renewCode(ada);
      changes.reportMissed();
      expect(await shelf?.left).toMatchObject({ code: WRONG_CODE_CLOSE });
      expect((await fetch(`${testServer.url}${glowPath}?code=${code}`)).status).toBe(403);
    });

    test('[DASH-4] a new code disconnects the devices with the old one, and is accepted', async () => {
      await using testServer = await openTestServer(await open());
      const old = await testServer.code();
      const lamp = lampAt(testServer, { query: { code: old } });
      await vi.waitFor(() => expect(lamp.received.length).toBe(1));
      await testServer.store.wearers.renewCode(testServer.ada);
      await testServer.devices.disconnectCode(testServer.ada, old);
      expect((await lamp.left).code).toBe(WRONG_CODE_CLOSE);
      expect((await lampAt(testServer, { query: { code: old } }).left).code).toBe(WRONG_CODE_CLOSE);
      expect((await fetch(`${testServer.url}${glowPath}?code=${old}`)).status).toBe(403);
      const renewed = lampAt(testServer, { query: { code: await testServer.code() } });
      await vi.waitFor(() => expect(renewed.received.length).toBe(1));
    });

    test('[DASH-4] deleting an account disconnects its lamps', async () => {
      await using testServer = await openTestServer(await open());
      const lamp = lampAt(testServer, { query: { code: await testServer.code() } });
      await vi.waitFor(() => expect(lamp.received.length).toBe(1));
      const wearer = await testServer.store.wearers.byId(testServer.ada);
      await testServer.store.accounts.remove(wearer?.accountId ?? 0);
      testServer.store.changes.publish(testServer.ada, 'devices');
      expect((await lamp.left).code).toBe(WRONG_CODE_CLOSE);
    });

    test.runIf(engine === 'PostgreSQL')(
      '[OPS-2] on two nodes: are counted together, and disconnected by either',
      async () => {
        const place = await newPlace('migrated');
        await using one = await openTestServer(await open(place));
        await using other = await openTestServer(await open(place), { adaId: one.ada });
        const old = await one.code();
        const here = lampAt(one, { query: { code: old, id: 'bed' } });
        const there = lampAt(other, { query: { code: old, id: 'shelf' } });
        await vi.waitFor(async () => expect(await one.devices.live(one.ada)).toBe(2));
        expect(await other.devices.live(one.ada)).toBe(2);
        await one.keep(77);
        await vi.waitFor(() => expect(there.received.at(-1)?.value).toBe(77));
        await one.store.wearers.renewCode(one.ada);
        await one.devices.disconnectCode(one.ada, old);
        one.store.changes.publish(one.ada, 'devices');
        const closings = await Promise.all([here.left, there.left]);
        expect(closings.map(({ code }) => code)).toEqual([WRONG_CODE_CLOSE, WRONG_CODE_CLOSE]);
      },
    );
  });
});
