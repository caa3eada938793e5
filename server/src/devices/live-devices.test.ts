import { glowPath, WRONG_CODE_CLOSE } from '@tealight/contract';
import { describe, expect, test, vi } from 'vitest';
import { eachEngine } from '../../test/engines.ts';
import { lampAt, openHouse } from '../../test/house.ts';

const soon = { timeout: 4000 };

describe('[DEV-1] the devices of one code', () => {
  eachEngine((open, newPlace, engine) => {
    test('are counted while they are connected, each once, and told when the number changes', async () => {
      await using house = await openHouse(await open());
      const { devices, ada, store } = house;
      const changes: string[] = [];
      store.changes.listen((_, change) => changes.push(change));
      const code = await house.code();
      expect(await devices.live(ada)).toBe(0);
      const bed = lampAt(house, { query: { code, id: 'bed' } });
      const twin = lampAt(house, { query: { code, id: 'bed' } });
      const desk = lampAt(house, { query: { code, id: 'desk' } });
      await vi.waitFor(async () => expect(await devices.live(ada)).toBe(2), soon);
      await vi.waitFor(() => expect(changes).toContain('devices'), soon);
      bed.close();
      desk.close();
      await vi.waitFor(async () => expect(await devices.live(ada)).toBe(1), soon);
      twin.close();
      await vi.waitFor(async () => expect(await devices.live(ada)).toBe(0), soon);
    });

    test('one that only polls counts too, and is listed with kind, name and last visit', async () => {
      await using house = await openHouse(await open());
      const headers = { authorization: `Bearer ${await house.code()}` };
      await fetch(`${house.url}${glowPath}?id=esp-1&kind=ESP32&name=Hall%07way`, { headers });
      expect(await house.devices.live(house.ada)).toBe(1);
      expect(await house.store.devices.list(house.ada)).toMatchObject([
        { id: 'esp-1', kind: 'esp32', name: 'Hallway', muted: false },
      ]);
    });

    test('a device that was removed is sent away with what to do', async () => {
      await using house = await openHouse(await open());
      const lamp = lampAt(house, { query: { code: await house.code(), id: 'bed' } });
      await vi.waitFor(async () => expect(await house.devices.live(house.ada)).toBe(1), soon);
      await house.store.devices.remove(house.ada, 'bed');
      house.devices.removed(house.ada, 'bed');
      expect(await lamp.left).toMatchObject({
        code: WRONG_CODE_CLOSE,
        reason: expect.stringMatching(/removed.*code again/),
      });
      await vi.waitFor(async () => expect(await house.devices.live(house.ada)).toBe(0), soon);
    });

    test('one that is muted is dark at once, and shines again when it is not', async () => {
      await using house = await openHouse(await open());
      await house.keep(60);
      const lamp = lampAt(house, { query: { code: await house.code(), id: 'bed' } });
      const other = lampAt(house, { query: { code: await house.code(), id: 'desk' } });
      await vi.waitFor(async () => expect(await house.devices.live(house.ada)).toBe(2), soon);
      const mute = async (muted: boolean) => {
        await house.store.devices.change(house.ada, 'bed', { muted });
        house.store.changes.tell(house.ada, 'devices');
      };
      await mute(true);
      await vi.waitFor(() => expect(lamp.told.at(-1)).toMatchObject({ brightness: 0, value: 60 }), soon);
      const again = lampAt(house, { query: { code: await house.code(), id: 'bed' } });
      await vi.waitFor(() => expect(again.told.length).toBe(1), soon);
      expect(again.told[0]).toMatchObject({ brightness: 0 });
      await mute(false);
      await vi.waitFor(() => expect(lamp.told.at(-1)).toMatchObject({ brightness: 1 }), soon);
      expect(other.told.length).toBe(1);
    });

    test('[DASH-4] a new code cuts off whoever came with the old one, and lets the new one in', async () => {
      await using house = await openHouse(await open());
      const old = await house.code();
      const lamp = lampAt(house, { query: { code: old } });
      await vi.waitFor(() => expect(lamp.told.length).toBe(1), soon);
      await house.store.wearers.renewCode(house.ada);
      await house.devices.cutOff(house.ada, old);
      expect((await lamp.left).code).toBe(WRONG_CODE_CLOSE);
      expect((await lampAt(house, { query: { code: old } }).left).code).toBe(WRONG_CODE_CLOSE);
      expect((await fetch(`${house.url}${glowPath}?code=${old}`)).status).toBe(403);
      const renewed = lampAt(house, { query: { code: await house.code() } });
      await vi.waitFor(() => expect(renewed.told.length).toBe(1), soon);
    });

    test('[DASH-4] an account that is gone takes its lamps with it', async () => {
      await using house = await openHouse(await open());
      const lamp = lampAt(house, { query: { code: await house.code() } });
      await vi.waitFor(() => expect(lamp.told.length).toBe(1), soon);
      const wearer = await house.store.wearers.byId(house.ada);
      await house.store.accounts.remove(wearer?.accountId ?? 0);
      house.store.changes.tell(house.ada, 'devices');
      expect((await lamp.left).code).toBe(WRONG_CODE_CLOSE);
    });

    test.runIf(engine === 'PostgreSQL')(
      '[OPS-2] on two nodes: counted together, and cut off by either',
      async () => {
        const place = await newPlace();
        await using one = await openHouse(await open(place));
        await using other = await openHouse(await open(place), { adaId: one.ada });
        const old = await one.code();
        const here = lampAt(one, { query: { code: old, id: 'bed' } });
        const there = lampAt(other, { query: { code: old, id: 'desk' } });
        await vi.waitFor(async () => expect(await one.devices.live(one.ada)).toBe(2), soon);
        expect(await other.devices.live(one.ada)).toBe(2);
        await one.keep(77);
        await vi.waitFor(() => expect(there.told.at(-1)?.value).toBe(77), soon);
        await one.store.wearers.renewCode(one.ada);
        await one.devices.cutOff(one.ada, old);
        one.store.changes.tell(one.ada, 'devices');
        const closings = await Promise.all([here.left, there.left]);
        expect(closings.map(({ code }) => code)).toEqual([WRONG_CODE_CLOSE, WRONG_CODE_CLOSE]);
      },
    );
  });
});
